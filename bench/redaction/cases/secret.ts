/** `{}` keeps scanners of this repository from taking the samples for leaked keys. */
export const secret = `
+ «sk-{}proj-{alnum 48}»
+ «sk-{}ant-api03-{alnum 90}AA»
+ «gh{}p_{alnum 36}»
+ «github{}_pat_{alnum 22}_{alnum 59}»
+ «gl{}pat-{alnum 20}»
+ «xo{}xb-{digit 12}-{digit 12}-{alnum 24}»
+ «AK{}IA{upper 16}»
+ «AI{}za{alnum 35}»
+ «sk{}_live_{alnum 24}»
+ «wh{}sec_{alnum 32}»
+ «np{}m_{alnum 36}»
+ «py{}pi-AgEIcHlwaS5vcmc{alnum 60}»
+ «SK{}{hex 32}»
+ «S{}G.{alnum 22}.{alnum 43}»
+ «h{}f_{alnum 34}»
+ «dop{}_v1_{hex 64}»
+ «shp{}at_{hex 32}»
+ «lin{}_api_{alnum 40}»
+ «nt{}n_{digit 11}{alnum 35}»
+ «hv{}s.{alnum 95}»
+ «pplx{}-{alnum 48}»
+ «PM{}AK-{hex 24}-{hex 34}»
+ «da{}pi{hex 32}»
+ «dp{}.pt.{alnum 43}»
+ «glsa{}_{alnum 32}_{hex 8}»
+ «sntr{}yu_{hex 64}»
+ «rubygems{}_{hex 48}»
+ «xkeysib{}-{hex 64}-{alnum 16}»
+ «pul{}-{hex 40}»
+ «pscale{}_pw_{alnum 43}»
+ «ATATT3{}{alnum 186}»
+ «LTAI{}{alnum 20}»
+ «NRAK{}-{upper 27}»
+ «{alnum 3}8Q~{alnum 34}»
+ «A3-{upper 6}-{upper 11}-{upper 5}-{upper 5}-{upper 5}»
+ bot token «{digit 10}:AA{alnum 33}»
+ «{hex 32}-us12»
+ «https://hooks.slack.com/services/T{upper 8}/B{upper 8}/{alnum 24}»
+ «https://discord.com/api/webhooks/{digit 18}/{alnum 68}»
+ «eyJ{alnum 33}.eyJ{alnum 40}.{alnum 43}»
+ «-----BEGIN RSA PRIVATE KEY-----{alnum 64}-----END RSA PRIVATE KEY-----»
+ password: «hunter2»
+ Das Passwort ist «hunter2»
+ Passwort: «Sommer2024»
+ Mein Kennwort lautet «Sonne!77».
+ KENNWORT=«geheim12»
+ mot de passe : «hunter2»
+ Mon mot de passe est «Soleil99»
+ mot_de_passe=«{alnum 12}»
+ Le mot de passe est “«Neige2024»”
+ contraseña: «hunter2»
+ La contraseña es «Verano2024»
+ mi clave es «{alnum 10}7»
+ senha: «hunter2»
+ A senha é «Praia!2023»
+ la password è «Roma2024»
+ wachtwoord is «fiets123»
+ hasło: «zima2024»
+ Hasło to «Krakow!9»
+ пароль: «hunter2»
+ lösenord: «vinter22»
+ パスワードは«hunter2»です
+ パスワード：«Sakura99»
+ パスワードは「«Sakura99»」です
+ 密码是«hunter2»，别说
+ 密码：«abc12345»
+ 비밀번호는 «hunter2» 입니다
+ {"contraseña":"«hunter2»"}
+ the pw is «hunter2x»
+ password -> «hunter2»
+ DB_PASSWORD=«s3cr3t!x»
+ postgres://app:«{alnum 12}»@db.example.com/x
+ Authorization: Bearer «{alnum 40}»
+ api_key = "«{alnum 32}»"
+ DATADOG_API_KEY=«{hex 32}»
+ "sentry_token": "«{hex 64}»"
+ algolia admin key: «{hex 32}»
+ TWILIO_AUTH_TOKEN=«{hex 32}»
+ heroku_key: «{hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}»
+ aws_secret_access_key = «{alnum 40}»
+ client_secret => «{alnum 24}»
+ curl -u bob:«{alnum 10}» https://x.example
+ password «hunter2»
+ login bob, password «hunter2»
+ The wifi password «Sommer2024».
+ Passwort «Sonne!77» gilt ab morgen
+ mot de passe «Soleil99»
+ username ann password «{alnum 10}7x»
+ PIN «4711»
+ my pin is «4711»
+ The card PIN: «90210»
+ Meine PIN lautet «4711».
+ Geheimzahl: «4711»
+ SIM PIN «483920»
+ 暗証番号は«4711»です
+ {"pin":"«4711»"}
- the password sha256 hash
- password argon2id parameters
- reset password bob42
- The password policy2, the password field2, and the password vault3.
- Forgot password user2?
- password passwords2.txt
- enter your password 3 times
- password 2024 guidelines
- pin 1234 of the connector
- pin 13 is high
- PIN code 560001
- Bengaluru, PIN: 560034
- pin the version 2024
- spin: 1234
- PIN 2024 conference
- pin-compatible with 7400
- password: please reset it
- Das Passwort ist falsch.
- Passwort: vergessen
- Passwort: siehe Wiki
- Das Kennwort ist abgelaufen
- Mot de passe : oublié
- Le mot de passe est obligatoire
- La contraseña es obligatoria
- La clave es practicar
- La clave: constancia
- la parola è d'argento
- contraseña: olvidada
- senha: incorreta
- wachtwoord is verplicht
- wachtwoord vergeten?
- hasło: nieprawidłowe
- Hasło to podstawa
- пароль: неверный
- パスワードは必須です
- パスワードをお忘れの方
- パスワード：必須
- 密码是必填项
- 密码：错误
- 비밀번호는 필수입니다
- reset the password on server2
- the password to db01prod changed
- password -> required
- MDP: une association
- The password is incorrect.
- api_key: <API_KEY>
- api_key=your_api_key_here
- token: the smallest unit of text
- max_tokens=65000
- sk-learn-and-other-hyphenated-names
- npm_config_registry and npm_lifecycle_event
- commit {hex 40}
- uuid {hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}
- sha256:{hex 64}
- the github repository palimpsest-core-release-2024
- twitter: https://twitter.com/example
- slack channel: general-announcements-2024
- google: search engine since 1998
- stripe: blue-and-white-pattern-7
- -----BEGIN PUBLIC KEY-----
- [REDACTED:secret]
- export TOKEN=$TOKEN
- password = os.environ['DB_PASSWORD']
- integrity sha512-{alnum 86}==
- https://example.com/article/2024/05/some-long-title-here
- secret_ingredients_of_grandmothers_kitchen
- pat_on_the_back_and_other_idioms_1984
- square root of 2: 1.41421356237309504880
`;
