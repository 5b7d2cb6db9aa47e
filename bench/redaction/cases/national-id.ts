export const nationalId = `
+ SSN «{ssn 3-2-4}»
+ His SSN is «{ssn}».
+ social security number: «{ssn 3_2_4}»
+ the number «{ssn 3-2-4}» was on the form
+ my social is «{ssn 3-2-4}»
+ my social is «123-45-6789»
+ My social is «{ssn}», please file it
+ her social: «{ssn 3_2_4}»
+ Social number «{ssn}»
+ ss# «{ssn 3-2-4}»
+ soc. sec. no. «{ssn}»
+ SSN: «123-45-6789»
+ SSN «{ssn 3u2u4}»
~ ssn«{ssn}»
+ SSN «٥٣٦-٩٠-٤٣٩٩»
~ cpf«{cpf}»
+ NINO «{nino}»
+ «{nino 2_2_2_2_1}» is her National Insurance number
+ SIN: «{sin 3_3_3}»
+ My social insurance number is «{sin}»
+ «{sin 3-3-3}» (SIN)
+ Steuer-ID «{steuer}»
+ Meine Steueridentifikationsnummer lautet «{steuer 2_3_3_3}».
+ tax ID «{steuer}»
+ NIR «{nir}»
+ numéro de sécurité sociale «{nir 1_2_2_2_3_3_2}»
+ «{nir 1_2_2_2_3_3_2}»
+ DNI «{dni}»
+ «{dni 8-1}» es su documento
+ NIE «{nie}»
+ codice fiscale «RSSMRA85T10A562S»
+ CF: «MRTMTT91D08F205J»
+ BSN «{bsn}»
+ Mijn burgerservicenummer is «{bsn 4_2_3}»
+ citizen service number «{bsn}»
+ personnummer «{personnummer 6-4}»
+ «{personnummer 6-4}»
+ pnr: «{personnummer}»
+ AHV-Nr. «{ahv 3.4.4.2}»
+ «{ahv 3.4.4.2}»
+ AVS «{ahv}»
+ PESEL «{pesel}»
+ mój numer PESEL to «{pesel}»
+ CPF «{cpf 3.3.3-2}»
+ «{cpf 3.3.3-2}»
+ cpf: «{cpf}»
+ Aadhaar «{aadhaar 4_4_4}»
+ «{aadhaar 4_4_4}»
+ my aadhaar number is «{aadhaar}»
+ PAN «{pan}»
+ マイナンバーは«{mynumber}»です
+ 個人番号: «{mynumber 4-4-4}»
+ My Number «{mynumber 4_4_4}»
+ 주민등록번호 «{rrn 6-7}»
+ «{rrn 6-7}»
+ RRN «{rrn}»
+ 身份证号«{resident}»
+ 身份证 «11010519491231002X»
+ resident ID «{resident}»
+ «11010519491231002X»
- 000-12-3456 is no SSN
- 666-12-3456
- the format is 123-45-6789
- 123456789 is a sample
- social media reached {ssn} people
- our social event cost {sin} yen
- social network with {bsn} nodes
- step_536_90_4399
- 987-65-4321 is an ad
- 123456782 is a count
- 123-45-67890
- the year 1985 and 12-31-1999
- {bsn} rows were read
- {steuer} events
- {pesel} is a counter
- {aadhaar} bytes
- {mynumber} ns
- {resident} hash buckets
- order {aadhaar 4_4_4}
- ticket {sin 3-3-3}
- ABCDE1234F is a pattern
- part 12345678A
- {digit 15}
- version 756.1.2.3
- at 12 34 56 a
- uuid {hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}
- SSN: <ssn>
- [REDACTED:national_id]
- ISBN 978-0-306-40615-7
`;
