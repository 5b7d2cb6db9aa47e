/** `+` plain, `~` in disguise, `-` nothing to find. What is to be found stands between « and ». */
export const email = String.raw`
+ Write to «ann@example.org» before noon.
+ Contact: «john.smith+news@mail.example.co.uk».
+ «INFO@EXAMPLE.COM» answers within a day.
+ The form goes to (mailto:«help-desk@sub.domain.example.com»).
+ {"email":"«bob_99@example.io»","name":"Bob"}
+ email=«x@y.de»&next=1
+ «jörg.müller@bücher.example» is German.
+ メールは«tanaka@example.jp»です。
+ 请联系«li.wei@example.cn»，谢谢
+ «"john doe"@example.org» is quoted.
+ cc: <«o'brien@example.ie»>, <«d.d@example.ie»>
+ From «a1b2c3@x9.example.net»: hello
+ His address (work) is «carla.rossi@azienda.it».
+ «user%dept@example.org» is old-fashioned
+ contact «пётр@пример.рф» today
+ ping «sales@münchen.example»!
+ «first.last@really-long-department-name.example.museum»
~ «ann at example dot org»
~ Write to «john dot smith at mail dot example dot com» please.
~ «bob [at] example [dot] com»
~ «bob(at)example(dot)org»
~ «carol AT example DOT net»
~ «dave {at} example {dot} io»
~ «eve_at_example_dot_com»
~ reach me: «frank (at) example.com»
~ «name-at-example-dot-com»
~ mail «john.doe-at-example-dot-com» for that
~ «jane-at-mail-dot-example-dot-org» is hers
~ «ann @example.org»
~ «ann@ example.org»
~ «ann@example .org»
~ write to «ann@example. org» please
~ «ann@example dot org»
~ «ann@example[.]org»
~ «ann #at# example #dot# com»
~ «carol AT example.net»
~ «a n n @ e x a m p l e . o r g»
~ it is «b o b . 9 @ e x a m p l e . c o m» !
~ «grace @ example . org»
~ mi correo es «juan arroba ejemplo punto com»
~ mon adresse: «marie arobase exemple point fr»
~ la mia mail: «luca chiocciola esempio punto it»
~ «kurt (at) beispiel (punkt) de»
~ «ivan собака example точка ru»
~ «taroアットマークexampleドットjp»
~ «ann&#64;example&#46;org»
~ «ann\u0040example.org»
~ «ann%40example.org»
~ «ann%2540example.org»
~ «ann&commat;example&period;org»
~ My email is «mia at example.com».
- Meet me at example dot com headquarters.
- The docs are hosted at example.com now.
- Install lodash@4.17.21 and react@18.
- icon@2x.png is for retina screens
- Clone git@github.com:org/repo.git first.
- ssh://git@gitlab.example.com/team/repo
- @ann please review
- user@localhost is not routable
- Look at this dot on the map.
- The price is 5 @ 3 each.
- a@b
- meet-me-at-example-dot-com
- look-at-this-dot-on-the-map
- what-to-see-at-night-dot-dot-dot
- state-of-the-art-at-scale
- Ask ann@work. In an hour she leaves.
- root@server. It is down
- It costs 5 € @ night . com
- x @ y z
- a b c d e f @ g h i j
- Tested @ home. Org charts follow.
- npm i vue@3 dot net
- Foo.bar@Test annotation in Java
- We work at night, dot the i and cross the t.
- See https://example.com/@ann/posts
- the handle is @example.bsky.social
- Everyone at example.org gets a laptop.
- css: @media print { color: red }
- [REDACTED:email] wrote this.
- email: <email>
- team@ is a prefix
`;
