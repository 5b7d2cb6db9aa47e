export const phone = `
+ Call me at «+1 415 555 2671».
+ US office: «(212) 555-0142»
+ «415-555-2671» is my cell
+ «415.555.2671»
+ «1-800-555-0199» is free
+ Phone: «4155552671»
+ London: «+44 20 7946 0958»
+ «020 7946 0958»
+ Mobile «07700 900123»
+ «+44 (0)20 7946 0958»
+ «+49 30 901820»
+ Berlin «030 / 901820» bis 17 Uhr
+ Handy: «0171 1234567»
+ Telefon «089-12345-678»
+ «+33 1 70 18 99 00»
+ «01 70 18 99 00»
+ portable «06.12.34.56.78»
+ «+39 333 123 4567»
+ cellulare «333 1234567»
+ «+34 612 345 678»
+ móvil «612 34 56 78»
+ «+31 6 12345678»
+ «06-12345678»
+ «020-1234567» in Amsterdam
+ «+46 70 123 45 67»
+ «070-123 45 67»
+ «+41 79 123 45 67»
+ «079 123 45 67»
+ «+48 512 345 678»
+ tel. «512 345 678»
+ «+55 11 91234-5678»
+ «(11) 91234-5678»
+ «+91 98765 43210»
+ «98765 43210» in Pune
+ «+81 3-1234-5678»
+ «03-1234-5678»
+ 携帯は«090-1234-5678»です
+ «+82 10-1234-5678»
+ «010-1234-5678»
+ «+86 138 1234 5678»
+ 手机«13812345678»
+ «138 1234 5678»
+ «+7 912 345-67-89»
+ «8 (912) 345-67-89»
+ «+61 412 345 678»
+ «(02) 9374 4000» in Sydney
+ «+65 9123 4567»
+ «+972 50 123 4567»
+ «+353 85 123 4567»
+ «+420 601 123 456»
+ «0049 30 901820»
+ call «555-1234» now
+ whatsapp «+27821234567»
+ اتصل على «٠٥٠ ١٢٣ ٤٥٦٧»
+ هاتف «+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧»
+ फोन «९८७६५ ४३२१०»
+ شماره تلفن «۰۹۱۲ ۳۴۵ ۶۷۸۹»
~ tel«4155552671»
+ fax: «+1-202-555-0171»
+ "phone": "«+15005550006»"
~ call «five five five one two three four five six seven»
~ my number: «four one five, five five five, two six seven one»
~ ruf an: «null eins sieben eins zwei drei vier fünf sechs sieben»
~ «plus four four two oh seven nine four six oh nine five eight»
~ teléfono «seis uno dos tres cuatro cinco seis siete ocho»
~ call «4 1 5 5 5 5 2 6 7 1»
~ «+1 (four one five) 555 2671»
~ «+１ ４１５ ５５５ ２６７１»
~ «+1&#32;415&#45;555&#45;2671»
~ «double five five one two three four nine nine zero»
- Version 4.15.5552 was released.
- On 2024-05-01 at 10:30:00 it broke.
- The date 01.05.2024 10 o'clock
- Order 415-555-2671 was shipped.
- Order number: 030 901820 12
- invoice 020-1234567
- ISBN 978-3-16-148410-0
- ISBN 3-16-148410-X
- It costs 1.234.567,89 euros.
- A total of 4155552671 bytes
- uuid 123e4567-e89b-12d3-a456-426614174000
- sha 3f786850e387550fdab836ed7e6dc881de23001b
- 192.168.100.200 is local
- 1700000000 is a timestamp
- 20240501 and 20240501103000
- coordinates 52.520008, 13.404954
- pi is 3.14159265358979
- tracking 1Z999AA10123456784
- rows 100000-200000 of 5000000
- one two three four five six seven eight nine ten
- Population 612 345 678 people
- 10-20-30-40 and 1/2/3
- ticket #4155552671
- ports 8080 8443 9090
- The range 2019-2024 and 1990-1999
- 0.123456789 is small
- serial 03-1234-5678
- 50 000 000 000 rows
- run_415_555_2671
- backup 415_555_2671 of the table
- 415{nl}555{nl}2671
- [REDACTED:phone]
- 12:34:56.789 elapsed
`;
