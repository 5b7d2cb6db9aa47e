import { digitTime, type Language, wholeWords } from "./language.js";

const weekday = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche";
const month = "janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre";
const span = "(?:seconde|minute|heure|jour|journee|nuit|semaine|week-end|an|annee)s?|mois";

export const french: Language = {
  framing:
    "demande demander demandes dis dit dire disait raconte raconter mentionne mentionner decris decrire explique expliquer " +
    "liste lister resume resumer rappelle rappeler souviens conversation conversations session sessions discussion " +
    "precedent precedente sorte chose choses quelque detail details pourrait pourrais voudrait savoir nom noms",
  asksWhen: wholeWords(
    "quand|depuis quand|jusqu'a quand|combien de temps|a quelle (?:heure|date)|a quelle frequence",
    "quel(?:le)?s? (?:jour|date|mois|annee|heure|semaine)",
    `combien d(?:e |')(?:${span})`,
  ),
  asksAgent: wholeWords(
    "(?:as|avais|peux|pourrais|es)-tu|avez-vous|tu (?:as|avais) (?:dit|suggere|recommande|conseille|propose|explique)",
    "(?:ton|ta|tes|votre|vos) (?:conseils?|suggestions?|reponses?|recommandations?|explications?|liste|idees?)",
    "assistante?|l'agent|le bot|l'ia|resume|apercu",
  ),
  time: wholeWords(
    digitTime,
    "(?:^|d'|depuis )hier|hier (?:soir|matin|apres-midi)|avant-hier|aujourd'hui|demain|ce soir|ce matin|recemment|midi|minuit|week-end",
    `${weekday}|(?:en|de|debut|fin|mi|\\d+) (?:${month})|${month} \\d+`,
    `(?:${span}|${weekday}|printemps|ete|automne|hiver) (?:dernier|derniere|prochain|prochaine|passee?)`,
    `(?:il y a|depuis|dans|pendant) (?:\\d+|une?|deux|trois|quatre|cinq|six|quelques) (?:${span})`,
    "\\d{1,2} ?h(?: ?\\d\\d)?|\\d{1,2} heures|noel|paques",
  ),
  standing: wholeWords(
    "toujours|jamais|desormais|dorenavant|a partir de maintenant|a l'avenir|chaque fois",
    "je (?:prefere|prefererais)|j'aimerais mieux|je ne veux pas",
    "souviens-toi|rappelle-toi|n'oublie pas|retiens|appelle-moi|je m'appelle",
  ),
};
