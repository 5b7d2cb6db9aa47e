import { createHash } from "node:crypto";
import { docsScriptDigest } from "./docs-script.js";

export const docsStyle = `
:root{color-scheme:light dark;--paper:#fbf8f1;--panel:#fffdf8;--edge:#e4dccb;--ink:#2a2520;--soft:#6d6355;--accent:#8a3b12;
--code:#f3ecdd;--get:#1f6f54;--post:#2b5da8;--put:#8a6100;--delete:#a8322a;--mark:#fff1c9}
@media (prefers-color-scheme:dark){:root{--paper:#191714;--panel:#211e1a;--edge:#39332b;--ink:#ece5d8;--soft:#a79c8a;--accent:#e59a67;
--code:#2a2620;--get:#5fc29b;--post:#7fb0f5;--put:#e0b454;--delete:#ef8a80;--mark:#4a3b12}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
h1,h2,h3{font-family:Charter,"Bitstream Charter","Iowan Old Style",Georgia,serif;line-height:1.2;font-weight:600}
h1{font-size:2.6rem;margin:0 0 .5rem;letter-spacing:-.01em}
h2{font-size:1.7rem;margin:3.5rem 0 .25rem}
h3{font-size:1.15rem;margin:0}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.86em}
:not(pre)>code{background:var(--code);padding:.1em .35em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--edge);border-radius:8px;padding:.9rem 1rem;margin:.6rem 0;overflow-x:auto;line-height:1.5}
.layout{display:grid;grid-template-columns:16.5rem minmax(0,1fr);max-width:90rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:2rem 1.25rem 3rem;border-right:1px solid var(--edge);font-size:.88rem}
nav .brand{font:600 1.25rem Charter,"Bitstream Charter",Georgia,serif;color:var(--ink);text-decoration:none}
nav .version{color:var(--soft);margin:0 0 1rem}
nav h4{margin:1.4rem 0 .3rem;font-size:.72rem;letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.18rem .4rem;margin:0 -.4rem;border-radius:5px;color:var(--ink);text-decoration:none}
nav li a:hover{background:var(--code)}
main{padding:3rem 3rem 6rem;min-width:0}
main>header{max-width:46rem}
.lead{font-size:1.15rem;color:var(--soft);margin:.2rem 0 1.2rem}
.tag-lead{color:var(--soft);margin:.1rem 0 1.2rem}
.method{font:600 .68rem ui-monospace,Menlo,Consolas,monospace;letter-spacing:.03em;flex:none}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
nav .method{width:2.6rem;font-size:.6rem}
.operation{background:var(--panel);border:1px solid var(--edge);border-radius:12px;padding:1.2rem 1.4rem 1.3rem;margin:1rem 0}
.operation:target{border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in srgb,var(--accent) 18%,transparent)}
.route{display:flex;gap:.7rem;align-items:baseline;margin:.45rem 0 .2rem;flex-wrap:wrap}
.route .method{font-size:.8rem;border:1px solid currentColor;border-radius:5px;padding:.05rem .45rem}
.route code{background:none;padding:0;font-size:.95rem;overflow-wrap:anywhere}
.facts{color:var(--soft);font-size:.86rem;margin:.3rem 0 .8rem}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.88rem;margin:.3rem 0 .6rem}
th{text-align:left;font-size:.72rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);font-weight:600}
th,td{padding:.42rem .9rem .42rem 0;border-bottom:1px solid var(--edge);vertical-align:top}
tr:last-child td{border-bottom:0}
td:first-child{white-space:nowrap}

.required{color:var(--accent);font-size:.76rem;margin-left:.45rem}
.inner{color:var(--soft)}
td{overflow-wrap:anywhere}td .type{white-space:normal}
.limits{color:var(--soft);overflow-wrap:anywhere;display:block}
details{margin-top:.5rem}
summary{cursor:pointer;color:var(--accent);font-size:.9rem;width:fit-content}
.statuses code{margin-right:.2rem}
[hidden]{display:none!important}
.find{margin:0 0 .8rem}
#found{display:block;color:var(--soft);min-height:1.3em}
input,textarea{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--edge);border-radius:6px;padding:.4rem .55rem;width:100%;max-width:100%}
textarea{font:.86em ui-monospace,"SF Mono",Menlo,Consolas,monospace;background:var(--code);resize:vertical;margin-top:.5rem;line-height:1.5}
button{font:inherit;font-size:.86rem;color:var(--ink);background:var(--panel);border:1px solid var(--edge);border-radius:6px;padding:.3rem .8rem;cursor:pointer}
button:hover{border-color:var(--accent)}
button:disabled{opacity:.5;cursor:default}
input:focus-visible,textarea:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.caller{display:flex;gap:1rem;flex-wrap:wrap}
.caller label{flex:1 1 14rem;font-size:.86rem;color:var(--soft)}
.copied{position:relative}
.copied pre{padding-right:4.5rem}
.copy{position:absolute;top:.45rem;right:.45rem;font-size:.75rem;padding:.15rem .55rem}
output{display:block;white-space:pre-wrap;overflow-wrap:anywhere;font:.86em/1.5 ui-monospace,Menlo,Consolas,monospace;max-height:30rem;overflow:auto}
output:not(:empty){background:var(--code);border:1px solid var(--edge);border-radius:8px;padding:.7rem 1rem}
#menu>summary{display:none}
@media (max-width:60rem){#menu>summary{display:block;padding:.35rem 0}#menu{margin:0}nav{z-index:1}
.layout{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--edge);padding:1.25rem}
nav ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:0 1rem}main{padding:1.5rem 1.25rem 4rem}h1{font-size:2rem}.operation{padding:1rem}}
@media (max-width:40rem){table,tbody,tr,td{display:block}thead{display:none}td{border:0;padding:.1rem 0}td:first-child{white-space:normal;overflow-wrap:anywhere}
tr{border-bottom:1px solid var(--edge);padding:.45rem 0}tr:last-child{border-bottom:0}pre{font-size:.8em;padding:.7rem .8rem}.copied pre{padding-right:.8rem;padding-top:2rem}nav ul{grid-template-columns:1fr 1fr}}
@media print{nav,.try,.copy{display:none}.layout{display:block}.operation{break-inside:avoid}}
`;

const digest = createHash("sha256").update(docsStyle).digest("base64");

/** The page may use its own style sheet and script, and call this server; nothing else may run or load. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${digest}'; script-src 'sha256-${docsScriptDigest}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
