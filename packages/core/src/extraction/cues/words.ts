const list = (words: string) => `(?:${words.trim().split(/\s+/).join("|").replaceAll("_", " ")})`;

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
  /** What is changed, in the past. */
  changed: list(`changed moved switched shifted raised lowered reduced increased extended shortened renamed
    postponed rescheduled replaced swapped altered revised amended removed adjusted modified converted relocated
    restructured reorganised reorganized redesigned rewritten pushed_back brought_forward put_back expanded narrowed
    doubled halved dropped merged split reassigned downgraded relaxed tightened updated bumped pivoted reworded
    widened trimmed delayed simplified consolidated transitioned`),
};
