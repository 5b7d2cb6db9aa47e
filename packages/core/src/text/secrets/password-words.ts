/** What passwords are called. */
const STRONG = [
  ...["pass(?:wor[dt]|wd|phrase|code)", "pwd"],
  // German, Dutch, Danish and Norwegian, Swedish, Finnish
  ...[
    "kennwort",
    "zugangscode",
    "wachtwoord",
    "adgangskoden?",
    "passord(?:et)?",
    "l(?:ö|o)senord(?:et)?",
    "salasana",
  ],
  // French, Spanish, Portuguese
  ...["mots?[ _-]?de[ _-]?passe", "contrase(?:ñ|n\\u0303?)as?", "senhas?", "palavras?[- ]passe"],
  // Polish, Czech, Turkish, Russian, Ukrainian
  ...["has(?:ł|l)o", "heslo", "(?:ş|s)ifre(?:m|niz)?", "пароль?"],
  // Japanese, Chinese, Korean, Arabic, Hindi, Hebrew
  ...["パスワード", "パスフレーズ", "暗証番号", "密[码碼]", "口令", "비밀번호", "패스워드"],
  ...["كلمة (?:المرور|السر)", "पासवर्ड", "סיסמ[הא]"],
];
/** Words that mean something else as well: only what looks like a password counts beside them. */
const UNSURE = ["mdp", "clave(?: de acceso| secreta)?", "parola(?: d'ordine)?", "암호"];
/** "the password is …". */
const VERBS = "is|was|ist|war|lautet|est|était|es|era|é|è|är|er|(?<=has[łl]o )to|(?<=salasana )on|это|был";

export const PASSWORD = STRONG.join("|");
export const UNSURE_PASSWORD = UNSURE.join("|");
export const JOINING = `[ \\t](?:${VERBS})(?:[ \\t](?:now|jetzt|maintenant|ahora))?:?[ \\t]{1,2}|[ \\t]?(?:は|が|是|为|為|는|은|가)[ \\t:]{0,2}`;
