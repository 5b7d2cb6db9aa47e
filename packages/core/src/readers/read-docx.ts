import { documentOf, momentOf, type ReadResult } from "./document.js";
import { parseMarkup } from "./parse-markup.js";
import { empty, unreadable } from "./unreadable.js";
import { unzip } from "./unzip.js";

const body = "word/document.xml";
const properties = "docProps/core.xml";
const styles = "word/styles.xml";

/** Words that were deleted, or moved from here, and what older programs show instead of the choice beside it. */
const notShown = new Set(["w:del", "w:moveFrom", "mc:Fallback"]);

/** They name the style of the run or the paragraph that their parent is of. */
const isStyle = new Set(["w:rStyle", "w:pStyle"]);

/** The text of a Word document: a line for each paragraph, without what was deleted, moved away or hidden. */
export async function readDocx(name: string, bytes: Uint8Array): Promise<ReadResult> {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (start === "\xd0\xcf\x11\xe0") {
    throw unreadable(name, "is encrypted, or an old .doc. Save it as .docx without a password.");
  }
  if (start !== "PK\x03\x04") throw unreadable(name, "is no .docx: it is not a zip archive.");
  const files = await unzip(name, bytes, new Set([body, properties, styles]));
  const xml = files.get(body);
  if (xml === undefined) throw unreadable(name, `is no .docx: it has no ${body}.`);
  const hiding = files.has(styles)
    ? await hidingStyles(name, decode(name, files.get(styles)!))
    : new Set<string>();
  const content = await paragraphs(name, decode(name, xml), hiding);
  if (content === "") throw empty(name, "has no text.");
  const meta = files.has(properties) ? await propertiesOf(name, decode(name, files.get(properties)!)) : {};
  return { documents: [documentOf({ name, artifact_type: "doc", ...meta, content })], skipped: [] };
}

function decode(name: string, xml: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(xml);
  } catch (cause) {
    throw unreadable(name, "is broken: its text is not UTF-8.", cause);
  }
}

const isOn = (attributes: Record<string, string>) => !/^(?:0|false|off)$/i.test(attributes["w:val"] ?? "");

/** The ids of styles that hide what is in them. */
async function hidingStyles(name: string, xml: string): Promise<ReadonlySet<string>> {
  const hiding = new Set<string>();
  let style = "";
  const onopentag = (tag: string, attributes: Record<string, string>) => {
    if (tag === "w:style") style = attributes["w:styleId"] ?? "";
    else if (tag === "w:vanish" && isOn(attributes)) hiding.add(style);
  };
  await parseMarkup(name, xml, { onopentag }, { xmlMode: true, decodeEntities: true });
  hiding.delete("");
  return hiding;
}

async function paragraphs(name: string, xml: string, hiding: ReadonlySet<string>): Promise<string> {
  const lines: string[] = [];
  let line = "";
  let mark = "";
  let inText = false;
  const open: string[] = [];
  /** How many elements are open with the one that hides what is in it. */
  let hiddenFrom: number | undefined;
  const end = () => {
    if (line.trim() !== "") lines.push(mark + line.trim());
    else if (lines.at(-1) !== "") lines.push("");
    line = "";
    mark = "";
  };
  await parseMarkup(
    name,
    xml,
    {
      onopentag(tag, attributes) {
        open.push(tag);
        if (hiddenFrom !== undefined) return;
        if (notShown.has(tag)) hiddenFrom = open.length;
        else if (tag === "w:vanish") {
          const isOfRun = open.at(-2) === "w:rPr" && open.at(-3) === "w:r";
          if (isOfRun && isOn(attributes)) hiddenFrom = open.length - 2;
        } else if (isStyle.has(tag) && hiding.has(attributes["w:val"] ?? "")) hiddenFrom = open.length - 2;
        else if (tag === "w:t") inText = true;
        else if (tag === "w:p") {
          // The paragraph of a text box stands within another one.
          if (line.trim() !== "") end();
        } else if (tag === "w:tab") line += "\t";
        else if (tag === "w:br" || tag === "w:cr") line += "\n";
        else if (tag === "w:numPr") mark = "- ";
        else if (tag === "w:pStyle") {
          const level = /^heading\s?([1-6])$/i.exec(attributes["w:val"] ?? "")?.[1];
          if (level !== undefined) mark = `${"#".repeat(Number(level))} `;
        }
      },
      ontext(data) {
        if (inText && hiddenFrom === undefined) line += data;
      },
      onclosetag(tag) {
        const isHidden = hiddenFrom !== undefined;
        if (open.length === hiddenFrom) hiddenFrom = undefined;
        open.pop();
        if (isHidden) return;
        if (tag === "w:t") inText = false;
        else if (tag === "w:p") end();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  end();
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

async function propertiesOf(
  name: string,
  xml: string,
): Promise<{ title?: string; author?: string; ts?: string }> {
  const found: Record<string, string> = {};
  let open = "";
  await parseMarkup(
    name,
    xml,
    {
      onopentagname(tag) {
        open = tag;
      },
      ontext(data) {
        found[open] = (found[open] ?? "") + data;
      },
      onclosetag() {
        open = "";
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return { title: found["dc:title"], author: found["dc:creator"], ts: momentOf(found["dcterms:modified"]) };
}
