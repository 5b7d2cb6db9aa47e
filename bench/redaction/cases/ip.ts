export const ip = `
+ Requests came from «203.0.113.45».
+ «8.8.8.8» is a resolver
+ server «93.184.216.34»:443
+ http://«198.51.100.7»/path
+ blocked [«45.33.32.156»]
+ «2001:db8:85a3::8a2e:370:7334»
+ [«2606:4700:4700::1111»]:53
+ addr «2a00:1450:4001:81b::200e» replied
+ client ip «5.6.7.9»
+ «151.101.1.69», «104.16.132.229»
+ ホスト«203.0.113.9»から
- 127.0.0.1 and 0.0.0.0
- 10.1.2.3, 172.16.5.4, 192.168.1.1
- 169.254.169.254 is metadata
- ::1 and fe80::1 and fc00::1
- v1.2.3.4 and version 4.15.0.112
- Chrome/120.0.6099.109
- 1.2.3.4.5 is an OID
- section 3.1.2.4
- 999.1.1.1 is none
- 255.255.255.0
- release 20.10.24.7
- std::vector and a::b
- 12:34:56 and 01:23:45:67:89:ab
- 1.2.3 is short
- lib-1.2.3.4.jar
- 224.0.0.1 is multicast
`;
