export const iban = `
+ «DE89 3704 0044 0532 0130 00»
+ «DE89370400440532013000»
+ «GB82 WEST 1234 5698 7654 32» and more
+ «FR14 2004 1010 0505 0001 3M02 606»
+ IBAN: «NL91ABNA0417164300»
+ «CH93 0076 2011 6238 5295 7»
+ «ES91 2100 0418 4502 0005 1332».
+ «{ibanDE}» bitte überweisen
+ «{ibanDE 4_4_4_4_4_2}»
+ «{ibanGB}»
+ «{ibanGB 4_4_4_4_4_2}» or cash
+ «{ibanFR}»
+ «{ibanFR 4_4_4_4_4_4_3}»
+ «{ibanNL 4_4_4_4_2}»
+ «{ibanES 4-4-4-4-4-4}»
+ «{ibanCH}»
+ «{ibanNO 4_4_4_3}»
+ «{ibanPL 4_4_4_4_4_4_4}»
+ «{ibanMT}»
+ 口座は«{ibanDE}»です
- DE89 3704 0044 0532 0130 01 fails
- DE12 3456
- GB29 is a road
- IN20 people came
- AT12 34
- FR76 is the code
- ISO 3166 DE 22
- XX89370400440532013000
- the part NO12345678901
- {upper 22}
- [REDACTED:iban]
- BE12 to BE99 are batches
`;
