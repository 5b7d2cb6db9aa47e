export const card = `
+ Card «4111 1111 1111 1111», exp 12/27
+ «4111111111111111»
+ «4111-1111-1111-1111»
+ «5500 0000 0000 0004»
+ «3400 000000 00009»
+ «{visa}»
+ pay with «{visa 4_4_4_4}»
+ pay with «{mastercard 4-4-4-4}»
+ «{mastercard}» is my Mastercard
+ amex «{amex 4_6_5}»
+ amex «{amex}»
+ «{discover 4_4_4_4}»
+ «{jcb 4_4_4_4}»
+ diners «{diners 4_6_4}»
+ {"pan":"«{visa}»","cvv":"123"}
+ カード番号は«{visa 4-4-4-4}»です
+ carte «{visa 4.4.4.4}»
+ card «{visa 4u4u4u4}» on file
+ «{mastercard 4u4u4u4}»
+ «{visa 4n4n4n4}»
+ my card is «{visa 4_4_4n4}», exp 12/27
+ «{amex 4n6n5}» is my Amex
+ «{visa 4t4t4t4}»
~ visa«{visa}»
~ card«{mastercard 4-4-4-4}»
~ cc«{visa}» exp 0127
~ «{visa}»exp1227
~ CARD«{discover}»
~ mycard«{visa}»
+ رقم البطاقة «٤١١١ ١١١١ ١١١١ ١١١١»
+ कार्ड «४१११११११११११११११»
+ card: «4111,1111,1111,1111»
~ «{visa 1_1_1_1_1_1_1_1_1_1_1_1_1_1_1_1}»
~ card «four one one one one one one one one one one one one one one one»
- 4111 1111 1111 1112 fails the check
- 1234 5678 9012 3456 is a sample
- 0000 0000 0000 0000
- order 4111111111111111
- tracking number 4111111111111111
- 9783161484100 is an EAN
- 1700000000000 milliseconds
- {hex 32}
- 20240501103000123
- 3.141592653589793238
- 1111111111111111
- account 8888777766665555
- IMEI 490154203237518
- a1b2-4111111111111111c
- 4000 2000 1000 500 and so on
- order_4111_1111_1111_1111
- 2019{nl}2020{nl}2021{nl}2022
- 4000{nl}2000{nl}1000{nl}5000{nl}6000{nl}7000
- 4111{nl}1111{nl}1111{nl}1112
- 4111, 1111, 1111, 1111 are the counts
- 4111|1111|1111|1111
- invoice4111111111111111
- 4d1f4111111111111111ab3c
- A4111111111111111
- file_4111111111111111_2.png
- img_20240501_103000_4111
- {hex 8}4111111111111111{hex 8}
- [REDACTED:card]
`;
