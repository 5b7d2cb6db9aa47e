import { createHash } from "node:crypto";

/**
 * What the page does by itself: search, copying, and calls of this server. Answers are put in as text, never as HTML, and
 * a key stays in its field: nothing is stored.
 */
export const docsScript = `"use strict";
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);

for (const part of all(".origin")) part.textContent = location.origin;
for (const part of all("[data-needs-script]")) part.hidden = false;

const narrow = matchMedia("(max-width: 60rem)");
const menu = byId("menu");
menu.open = !narrow.matches;
narrow.addEventListener("change", () => { menu.open = !narrow.matches; });
menu.addEventListener("click", (event) => {
  if (narrow.matches && event.target.closest("a")) menu.open = false;
});

const operations = all(".operation").map((card) => ({
  card,
  link: document.querySelector('nav a[href="#' + card.id + '"]').parentElement,
  text: (card.id + " " + card.textContent).toLowerCase(),
}));
const search = byId("search");
const found = byId("found");
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const { card, link, text } of operations) {
    const fits = words.every((word) => text.includes(word));
    card.hidden = link.hidden = !fits;
    if (fits) count += 1;
  }
  for (const group of all(".group")) group.hidden = all("li, .operation", group).every((one) => one.hidden);
  for (const part of all(".intro")) part.hidden = words.length > 0;
  found.textContent = words.length === 0 ? "" : count === 0 ? "Nothing found" : count + " of " + operations.length + " operations";
  if (words.length > 0) scrollTo(0, narrow.matches ? byId("top").offsetTop : 0);
});
search.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  search.value = "";
  search.dispatchEvent(new Event("input"));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea")) return;
  event.preventDefault();
  search.focus();
});

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("not copied");
}
function addCopyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const done = await copy(block.querySelector("code").textContent).then(() => "Copied", () => "Not copied");
    button.textContent = done;
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  const frame = document.createElement("div");
  frame.className = "copied";
  block.replaceWith(frame);
  frame.append(block, button);
}
all("pre").forEach(addCopyButton);

function requestOf({ method, path }, input) {
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/\\{(\\w+)\\}/g, (_, name) => {
    const value = rest.get(name);
    rest.delete(name);
    if (typeof value !== "string" || value === "") throw new Error(name + " is needed");
    return encodeURIComponent(value);
  });
  if (method !== "get" && method !== "delete") return { path: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) for (const one of [value].flat()) query.append(name, String(one));
  return { path: query.size === 0 ? filled : filled + "?" + query };
}
function headersOf(body) {
  const headers = {};
  const key = byId("key").value.trim();
  const agent = byId("agent").value.trim();
  if (key !== "") headers.Authorization = "Bearer " + key;
  if (agent !== "") headers["X-Agent-Id"] = agent;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return headers;
}
async function answerOf(call, input) {
  const { path, body } = requestOf(call, input);
  const started = performance.now();
  const response = await fetch(path, { method: call.method.toUpperCase(), headers: headersOf(body), body, credentials: "omit", redirect: "error" });
  const text = await response.text();
  const ms = Math.round(performance.now() - started);
  const isJson = (response.headers.get("Content-Type") ?? "").includes("application/json");
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return response.status + " " + response.statusText + " in " + ms + " ms\\n" + shown;
}
for (const trial of all(".try")) {
  const [input, button, output] = [trial.querySelector("textarea"), trial.querySelector("button"), trial.querySelector("output")];
  const send = async () => {
    button.disabled = true;
    output.textContent = "…";
    try {
      output.textContent = await answerOf(trial.dataset, JSON.parse(input.value || "{}"));
    } catch (error) {
      output.textContent = error instanceof SyntaxError ? "This is not JSON: " + error.message : "Not sent: " + error.message;
    }
    button.disabled = false;
  };
  button.addEventListener("click", send);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  });
}
`;

export const docsScriptDigest = createHash("sha256").update(docsScript).digest("base64");
