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
- [REDACTED:card]
`;
