const list = (words: string) => new Set(words.trim().split(/\s+/));

/** Words that begin a sentence with a capital and are no names. */
export const commonWords: ReadonlySet<string> = list(`
  a an the this that these those it its he she they we you i my our your his her their there here who what when where why
  how which if unless while although because since after before until as at by for from in into of off on onto out over
  to under up with without and or but nor so yet not no none nobody nothing never also then now today tomorrow yesterday
  tonight monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december all any both each every either neither few many more most much other some several
  such one two three four five six seven eight nine ten first second third last next only own same too very just still
  already again please thanks thank hello hi hey dear best regards kind yes yeah ok okay fine good great right well sure
  oh hm wow lovely perfect wonderful agreed noted done fixed let lets should would could can cannot will shall may might
  must did do does is are was were be been being has have had having about above below between during through re fw fwd
  decision decisions action actions risk risks issue issues change changes feedback owner commitment status summary notes
  note minutes meeting update background problem problems outcome options option item items scene section chapter page
  table release version batch sample stage phase step sprint week month year day morning afternoon evening night
  users customers clients patients residents parents people staff everyone everybody nothing something anything however
  therefore meanwhile finally overall currently recently unfortunately perhaps maybe probably delivery deletion
  based given due per via regarding according instead rather once whenever whether than thus hence else even though
  later earlier afterwards
`);

/** Words for groups of people that act as one. */
export const groupWords =
  "team|board|committee|group|department|office|guild|council|crew|union|panel|agency|foundry|contractor|vendor|supplier|sponsor|squad|unit|division|steering group|task force|working group|management|leadership|landlord|insurer|regulator";

/** Departments that are named without "team". */
export const departments =
  "engineering|design|finance|legal|marketing|security|support|sales|procurement|purchasing|facilities|pharmacy|operations|logistics|hr|human resources|qa|product|product management|customer success|compliance|infrastructure|merchandising|management|leadership";

/** Given names that look like plurals or like nouns of an activity. */
export const givenNames: ReadonlySet<string> = list(`
  james thomas carlos chris lucas lukas nicholas nicolas marcus markus jonas andreas hans klaus luis louis jesus boris iris
  doris dennis denis agnes frances francis alexis tobias matthias mathias elias linus magnus jens lars niels nils mads anders
  rasmus jacques yves gus ross angus silas rufus cyrus darius julius dolores mercedes ines inés inès andrés nicolás tomás
  tomas jesús lois travis curtis lewis otis ellis morris gladys phyllis amos moses titus stavros nikos yannis giannis kostas
  dimitris anaïs régis josias zacharias jess tess bess ness russ miles giles charles rhys marios georgios idris haris
  sterling ming ting ling jing ying xing ping qing bing marion dion orion florence clemence constance clement charity
  fred alfred wilfred manfred winifred ted ned jared reed ahmed mohamed mohammed muhammed hamed khaled waleed saeed rasheed
  majed sayed syed obed javed naveed fareed jamshed tancred zed trinity destiny chastity serenity prudence terrence terence lawrence laurence vance
`);

/** Past tenses without -ed that begin a note: "Chose Postgres". */
export const pastVerbs: ReadonlySet<string> = list(`
  chose chosen sent made met went got built wrote left paid held bought took gave put set cut ran began spoke won kept told
  said found led sold taught thought brought drew grew lost split spent stood swore understood withdrew undertook
`);
