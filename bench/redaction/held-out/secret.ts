export const secret = `
+ «glc{}_{hex 8}/{alnum 20}+{alnum 12}=»
+ «pat{alnum 14}.{hex 64}»
+ «FLWSECK{}_TEST-{hex 12}»
+ «ops{}_eyJ{alnum 40}/{alnum 210}»
+ «re{}_{alnum 8}_{alnum 24}»
+ «lsv2{}_pt_{hex 32}_{hex 10}»
+ «pcsk{}_{alnum 60}»
+ «ABSK{alnum 109}=»
+ «4b1d{alnum 38}»
+ deploy key is «gh{}o_{alnum 36}»
+ OPENAI: «sk-{}{alnum 48}»
+ "token": "«gl{}rt-{alnum 20}»"
+ «xo{}xp-{digit 12}-{digit 12}-{digit 12}-{alnum 32}»
+ «AS{}IA{upper 16}»
+ maps «AI{}zaSy{alnum 33}»
+ «rk{}_live_{alnum 30}»
+ «shp{}ss_{hex 32}»
+ «doo{}_v1_{hex 64}»
+ «pnu{}_{alnum 36}»
+ «rdme{}_{lower 70}»
+ «fio-{}u-{alnum 64}»
+ «EZ{}AK{alnum 54}»
+ «dt0{}c01.{upper 24}.{upper 64}»
+ «glc{}_{alnum 60}»
+ «hvb{}.{alnum 140}»
+ «sq0{}atp-{alnum 22}»
+ «tfp{}_{alnum 44}_{alnum 14}»
+ «nv{}api-{alnum 64}»
+ «API-{upper 26}»
+ «{alnum 14}.atlasv1.{alnum 67}»
+ «key-{hex 32}»
+ «https://hooks.zapier.com/hooks/catch/{digit 7}/{lower 7}/»
+ «https://acme.webhook.office.com/webhookb2/{hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}@{hex 8}/IncomingWebhook/{hex 32}»
+ cookie jwt «eyJ{alnum 30}.eyJ{alnum 60}.{alnum 40}»
+ «-----BEGIN OPENSSH PRIVATE KEY-----{alnum 70}-----END OPENSSH PRIVATE KEY-----»
+ pwd = "«Tr0ub4dor&3»"
+ REDIS_URL=redis://:«{alnum 16}»@cache:6379
+ mysql --password=«{alnum 9}»
+ X-Api-Key: «{alnum 32}»
+ FASTLY_KEY=«{alnum 32}»
+ okta.token: «00{alnum 40}»
+ MAPBOX = "«{alnum 40}»"
+ zendesk secret: «{hex 40}»
+ linkedin_client_secret='«{alnum 16}»'
+ codecov: «{hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}»
+ Authorization: Basic «{alnum 24}==»
+ https://bob:«{alnum 11}»@example.com/a
+ vpn user ann password «Winter#2023» until May
+ the guest password «kermit99», please
+ Kennwort «blau4711»
+ Her PIN is «8263»
+ code pin: «5521»
- password bcrypt2b cost
- change password admin2
- Kolkata PIN 700001
- pin header 2x20
- PIN assignment 2024
- password pages 10-12
- set the password in the vault
- password policy: at least 12 characters
- OPENAI_API_KEY=<your key>
- token=$(cat /run/token)
- authorization: required
- {hex 64}
- md5 {hex 32}
- refs/heads/feature-token-refresh-2024
- glpat- is the prefix
- ghp_ tokens are 40 long
- ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
- sentry: releases are tagged 2024.05.01
- azure region: westeurope-zone-1
- jira: PROJ-1234
- public key ssh-ed25519 is fine
- base64 of nothing
- github: actions/checkout@v4
- zoom: 150 percent
- linear: y = 2x + 1
- "secret": "string"
- the API-first approach of 2024
- key-value pairs
- {hex 8}-{hex 4}-{hex 4}-{hex 4}-{hex 12}
`;
