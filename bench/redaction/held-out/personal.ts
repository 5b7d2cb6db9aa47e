/** Written before the detectors were first run, and never used to change them. */
export const email = `
+ Our bookkeeper is reachable under «m.keller@kanzlei-keller.example».
+ Invoices -> «billing@acme.test», questions -> «support@acme.test»
+ «Nadia.Haddad@uni-lyon.example» sent the draft yesterday
+ reply_to: «no-reply+7f3a@notifications.example.com»
+ | Peter | «peter@example.dk» | Copenhagen |
+ "«ana_lucia.souza@exemplo.com.br»" assinou o contrato
+ Bitte an «einkauf@großhandel.example» senden
+ Автор: «olga.ivanova@example.ru».
+ 담당자 메일은 «kim.minsu@example.co.kr»입니다
+ TO:«ops@k8s.example.dev»;CC:«sre@k8s.example.dev»
+ The maintainer (see <«maintainers@lists.example.org»>) agreed.
+ «x.y.z@a.b.c.example.net» looks odd but works
~ «lena at fjordlabs dot no»
~ contact «tim.b [at] example.org»
~ «sara(at)startup(dot)io» is her address
~ mailbox: «support AT vendor DOT com»
~ «r.gupta -at- example -dot- in»
~ escríbeme a «pedro arroba correo punto mx»
~ «mail&#x40;example&#x2e;com»
~ «press%40newsroom%2Eexample%2Ecom»
~ «julia @ example.pl»
- We meet at noon dot. Bring coffee.
- Available at shop.example.com from Monday
- npm i @scope/package@1.2.3
- logo@3x.webp was added
- kubectl get pods -n team@prod
- The decorator @Component is required.
- sign up at example dot com today
- 5@10% discount
- see user@host:~/src in the prompt
- follow us @exampleinc
- Email me tomorrow.
- The template has {{ user.email }} in it.
`;

export const phone = `
+ My direct line: «+1 (646) 555-0187» ext. 12
+ «646-555-0187» works after six
+ Reception «0161 496 0123»
+ Ring her on «07911 123456»
+ «+44 7911 123456»
+ Rückruf unter «040 428 54 0» bitte
+ «+49 (0) 89 1234 5678»
+ Mobil «0160-98765432»
+ joignable au «07 81 23 45 67»
+ «+33 6 81 23 45 67»
+ chiamami al «347 765 4321»
+ «+39 02 1234 5678»
+ llámame al «91 123 45 67»
+ «+34 91 123 45 67»
+ bel «06 87654321»
+ «+32 470 12 34 56»
+ «08-123 456 78» till Stockholm
+ «+47 912 34 567»
+ «+45 12 34 56 78»
+ «+358 40 1234567»
+ «+43 1 5321234»
+ «044 668 18 00» in Zürich
+ zadzwoń: «601 234 567»
+ «+55 (21) 99876-5432»
+ «(21) 99876-5432»
+ «+91-22-6677-8899»
+ mobile no. «9876501234»
+ 電話は«06-6345-1234»
+ «+81 90 8765 4321»
+ 연락처 «02-345-6789»
+ 电话：«010-8765-4321»
+ «+86-21-6123-4567»
+ «+7 (495) 123-45-67»
+ тел. «8 (495) 123-45-67»
+ «0412 345 678» (Sam)
+ «+64 21 123 4567»
+ «+52 55 1234 5678»
+ «+971 50 123 4567»
+ «+234 803 123 4567»
+ «+90 532 123 45 67»
+ sms «+6591234567»
+ {"tel":"«+33170189900»"}
~ dial «six four six five five five oh one eight seven»
~ «null eins sechs null neun acht sieben sechs fünf vier drei zwei»
~ it's «zero seven nine one one, one two three four five six»
~ appelle «zéro six huit un deux trois quatre cinq six sept»
~ call «6 4 6 5 5 5 0 1 8 7»
~ «＋４４ ７９１１ １２３４５６»
~ 电话«一三八一二三四五六七八»
- Release 20.04.6 and 22.04.3
- between 08:00 and 18:30 on 24/12/2023
- Invoice no. 646-555-0187
- reference 0161 496 0123
- ISBN-13: 978-1-4028-9462-6
- 3,141,592,653 rows
- the hash is 0161496012345678abcdef
- 2023-12-24 18:30:00 UTC
- latitude 48.858844, longitude 2.294351
- error 0x80070005 at 0x00401000
- batch 2024-0001-0002
- 1609459200 seconds since 1970
- chapter 3-3-4 explains it
- two hundred and fifty-six people
- he counted: one, two, three, four, five
- ratio 1920x1080 and 3840x2160
- pages 100-110, 200-210
- customer 98765 43210
- 100 200 300 400 units
- IP 172.16.254.1
- $646 555 018
- build 010-1234-5678
`;

export const card = `
+ The guest paid with «{visa 4_4_4_4}» at the desk.
+ Kreditkarte: «{mastercard 4_4_4_4}»
+ cc=«{mastercard}»;exp=0129
+ numéro de carte «{visa}»
+ AmEx ending soon: «{amex 4_6_5}»
+ «{amex 4-6-5}»
+ «{discover}» was declined
+ JCB «{jcb}»
+ tarjeta «{visa 4-4-4-4}» caduca
+ 卡号 «{mastercard 4_4_4_4}»
+ «{diners}»
+ first «{visa}», then «{mastercard}»
~ «{mastercard 1_1_1_1_1_1_1_1_1_1_1_1_1_1_1_1}»
- invoice number 5500000000000004
- 4242 4242 4242 4241
- transaction 1234567890123456
- 1701234567890
- 6011 0000 0000 0000
- EAN 4006381333931
- 16 digits: 9999888877776666
- sha1 {hex 40}
- 2222 3333
- order no. {visa}
`;

export const iban = `
+ Please transfer to «{ibanDE 4_4_4_4_4_2}».
+ account «{ibanNL}» (shared)
+ RIB «{ibanFR 4_4_4_4_4_4_3}»
+ «{ibanGB 4_4_4_4_4_2}»
+ cuenta «{ibanES}»
+ konto «{ibanPL}»
+ «{ibanCH 4_4_4_4_4_1}»
+ "iban":"«{ibanNO}»"
+ «{ibanMT 4_4_4_4_4_4_4_3}»
+ iban «GB33BUKB20201555555555»
- DE00 1234 5678 9012 3456 78
- GB33 BUKB 2020 1555 5555 56
- route NL91 to Leiden
- FR1234
- the label SE45 5000
- {upper 24}
`;

export const ip = `
+ login from «185.199.108.153» failed twice
+ A record: «142.250.74.46»
+ «52.95.110.1», «3.120.181.40»
+ ssh root@«159.89.1.20»
+ whois «2a03:2880:f12f:83:face:b00c:0:25de»
+ traceroute to «1.1.1.1»
+ X-Forwarded-For: «77.88.55.60»
- bind to 0.0.0.0 or 127.0.1.1
- gateway 192.168.178.1 and 10.255.0.1
- nginx/1.25.3.1
- Windows version 10.0.19045.3693
- v2.0.1.8 fixes it
- fe80::a00:27ff:fe4e:66a1
- 300.300.300.300
- clause 4.2.1.7
- Foo::Bar::baz
- 23:59:59
`;

export const national_id = `

+ her social security no. is «{ssn 3-2-4}»
+ SSN on file: «{ssn}»
+ NI number «{nino 2_2_2_2_1}»
+ «{nino}» belongs to him
+ numéro d'assurance sociale «{sin 3_3_3}»
+ SIN «{sin 3-3-3}»
+ IdNr. «{steuer 2_3_3_3}»
+ Steuernummer (ID): «{steuer}»
+ n° sécu «{nir 1_2_2_2_3_3_2}»
+ INSEE «{nir}»
+ con DNI «{dni}»
+ su NIE es «{nie}»
+ «{nie}»
+ C.F. «VRDGPP13R10B293P»
+ bsn: «{bsn}»
+ sofinummer «{bsn}»
+ personnr «{personnummer 6-4}»
+ AHV-Nummer «{ahv}»
+ numéro AVS «{ahv 3.4.4.2}»
+ nr PESEL: «{pesel}»
+ CPF do cliente: «{cpf 3.3.3-2}»
+ CPF «{cpf}»
+ UIDAI «{aadhaar 4_4_4}»
+ आधार «{aadhaar}»
+ PAN card «{pan}»
+ individual number «{mynumber}»
+ マイナンバー：«{mynumber 4_4_4}»
+ 주민번호는 «{rrn 6-7}» 입니다
+ 公民身份号码 «{resident}»
+ ID card no. «{resident}»
- 900-12-3456
- {bsn} is the checksum
- {pesel}
- {steuer}
- invoice {cpf}
- {mynumber}
- {resident}
- 12-34-5678
- QWERT1234Y
- {digit 13}
- 19991231
- build 20240101-1234
- X12345678
- article {ssn 3-2-4}
`;
