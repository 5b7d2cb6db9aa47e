const list = (words: string) => `(?:${words.trim().split(/\s+/).join("|").replaceAll("_", " ")})`;

/** Past tenses of saying, thinking, wanting, choosing and going wrong, and words that look like one. */
const notDone =
  list(`added_that admired affected agreed altered amended announced_that answered anticipated appeared appointed
    appreciated approved argued asked assigned assumed attended backed became believed belonged blocked broken called
    cautioned caused chaired changed claimed committed commented compared complained concerned confirmed_that considered
    contained contested continued cost crashed criticised criticized damaged decided delayed demanded denied depended
    described deserved disagreed discussed disliked disputed doubled doubted dropped earned elected encountered endorsed
    enjoyed estimated exceed exceeded existed expected experienced explained extended faced failed favored favoured feared
    feed felt followed forecasted guessed halved happened hated headed hoped hundred ignored improved included increased
    indeed insisted intended involved joined lacked lasted learned liked lived looked lost loved lowered mattered mentioned
    missed moved named need needed nominated noted noticed objected observed occurred offered opposed owned planned pledged
    praised predicted preferred presented proceed promised promoted proposed proved questioned raised rated reacted realised
    realized received recognised recognized recommended reduced refused regretted rejected remained remembered renamed repeated
    replaced replied reported represented requested required resented responded reviewed risked scored seed seemed
    shared shortened showed speed sponsored stated stayed struggled succeed suffered suggested supported supposed surprised
    suspected swapped switched tended thanked threatened tripled trusted turned understood urged used valued visited
    volunteered voted wanted warned watched weighed welcomed wished wondered worried`);

/** Lists that the cues share, by the name that stands for them. */
export const words: Record<string, string> = {
  /** Between a verb's parts. */
  adv: "(?:(?:now|also|already|just|finally|recently|successfully|both|all|since|then|clearly|jointly|formally|unanimously|mostly|currently|temporarily|officially|provisionally|together|today|yesterday)\\s+)?",
  has: "(?:has|have|had|'ve|'s|'d)",
  be: "(?:is|are|was|were|been|be|being|'s|'re|'m|am)",
  /** Who may promise something: one word before "will". */
  agent:
    "(?!(?:it|this|that|there|which|what|nobody|none|these|those|everything|nothing|something|and|or|but|one|i|we|he|she|they|you|who)\\b)[\\p{L}\\p{N}'’&.-]+",
  /** Who gives feedback. */
  voice: `(?:${list(`users? customers? clients? patients? residents? parents? famil(?:y|ies) relatives? reviewers?
    testers? playtesters? participants? respondents? staff volunteers? managers? partners? applicants? people
    visitors? guests? members? investigators? analysts? producers? receptionists? nurses? tenants? students? pupils?
    teachers? employees? colleagues? developers? packagers? subscribers? listeners? readers? viewers? attendees? players?
    policyholders? passengers? drivers? neighbours? neighbors? donors? investors? regulators? auditors? stakeholders?
    prospects? accounts? sponsors? retailers? suppliers? operators? clinicians? doctors? surgeons? citizens? voters?
    councillors? interviewees? candidates? buyers? shoppers? beta_users? end_users? pilots? panel panellists? focus_group
    wards? sites? department client's committee support customer_success sales mill they everyone everybody several_of_them
    one_of_them team_members? owner landlord`)})`,
  /** A role that a person has. */
  role: list(`(?:co-?)?lead leader owner manager contact point_of_contact contact_person reviewer approver sponsor liaison
    coordinator captain commander maintainer chair chairman chairwoman chairperson vice-chair treasurer secretary head
    representative deputy director officer supervisor foreman producer editor investigator statistician first-aider
    account_manager counterpart moderator facilitator architect administrator custodian champion advisor adviser mentor
    stakeholder spokesperson delegate trustee conductor curator on-call responsible clerk_of_works president ceo cto cfo
    coo engineer designer analyst controller auditor steward scribe host trainer tester`),
  /** What is done, in the past. */
  done: list(`deployed shipped released launched completed finished delivered installed implemented merged fixed
    resolved closed published migrated rolled_out rolled_back opened built created wrote written sent submitted filed
    signed paid booked confirmed recorded trained tested uploaded pushed upgraded set_up planted cleaned cleared repaired
    restored refunded awarded enrolled hired posted printed archived backfilled configured poured fitted erected reached
    achieved secured negotiated reproduced verified quarantined issued onboarded processed collected presented brought_in
    wrapped_up wrapped carried_out conducted ordered restocked decommissioned dismantled demolished constructed
    assembled painted registered distributed handed_in harvested sold bought purchased acquired invoiced reimbursed tagged
    drafted documented announced photographed inventoried automated refactored patched provisioned validated calibrated
    executed wired validated arrived activated enabled disabled retired vaccinated screened treated discharged transferred
    rehearsed filmed translated digitised digitized catalogued labelled packed unpacked loaded mailed emailed e-mailed
    circulated mounted laid dug drilled welded scanned sampled measured analysed analyzed surveyed inspected audited
    recruited certified accredited graduated performed prepared produced finalised finalized concluded
    serviced renovated refurbished reopened inaugurated kicked_off started began commissioned exported imported
    administered performed_the supplied delivered_to provided granted settled_the rebuilt replanted resurfaced reviewed_and
    indexed benchmarked profiled instrumented scheduled staged raised_the went_live gone_live went_out gone_out passed`),
  /** Something was done to a thing: a past tense with its object. */
  acted: `(?:^|(?<=[\\w,;] ))(?<!\\b(?:is|are|was|were|be|been|being|am|gets?|got) (?:\\w+ly )?)(?!${notDone}\\b)(?:[a-z]{3,}ed|threw|rang|drove|fed|hung|dug|brought|swept|shut|tore|wound|redid|rewired) (?:(?:up|out|in|off|away|down|back|over|through|on) )?(?:the|an?|our|my|his|her|their|its|all|both|every|each|some|\\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a hundred)`,
  /** Somebody is at it, or about to be: "Wim is sending", "I'm drafting". */
  doing:
    "(?:(?!(?:it|this|that|there|which|what|who|nobody|and|or|but|everything|nothing|something)\\b)[\\p{L}\\p{N}'’&.-]+(?: is| are|'s|'re)|(?:i|we|he|she|they)(?:'m|'s|'re| am| is| are)) (?:also |just |now )?(?!(?:going|being|having|hoping|thinking|looking|wondering|trying|waiting|getting|feeling|suffering|struggling|missing|failing|falling|dropping|losing|lacking|leaving|running|working|living|staying|sitting|standing|raining|snowing|happening|expecting|planning|considering|discussing|approaching|nearing|becoming|costing|leaking|breaking|crashing|burning|growing|rising|slipping|showing|freezing|moving|opening|closing|changing|starting|ending|beginning)\\b)[\\p{L}-]{2,}ing",
  /** A time that lies ahead. */
  soon: "(?:by (?:the|end|next|this|tomorrow|tonight|noon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4]|\\d{1,2})|tomorrow|tonight|this (?:week|month|afternoon|evening|morning)|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|before (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|lunch|noon|the (?:end|weekend|meeting))|(?:at|around) \\d[\\w:.]* (?:today|tomorrow))",
  /** What is changed, in the past. */
  changed: list(`changed moved switched shifted raised lowered reduced increased extended shortened renamed
    postponed rescheduled replaced swapped altered revised amended removed adjusted modified converted relocated
    restructured reorganised reorganized redesigned rewritten pushed_back brought_forward put_back expanded narrowed
    doubled halved dropped merged split reassigned downgraded relaxed tightened updated bumped pivoted reworded
    widened trimmed delayed simplified consolidated transitioned`),
};
