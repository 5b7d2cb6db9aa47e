/** Those for which Postgres ships a stemmer, from version 15 on. `simple` takes words as they are. */
export const stemmingLanguages = [
  ...["simple", "arabic", "armenian", "basque", "catalan", "danish", "dutch", "english", "finnish", "french"],
  ...["german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian", "lithuanian", "nepali"],
  ...["norwegian", "portuguese", "romanian", "russian", "serbian", "spanish", "swedish", "tamil", "turkish"],
  "yiddish",
] as const;
