import { strToU8, zipSync } from "fflate";

/** A PDF of one page with a line of text for each string. */
export function makePdf(lines: string[], trailer = ""): Uint8Array {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`).join(" ");
  const stream = `BT /F1 12 Tf 72 720 Td 14 TL ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(file, "latin1");
}

/** What a PDF's trailer says if it needs a password. */
export const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> /P -4 >> /ID [<01><01>]`;

/** A Word document with these paragraphs, given as the XML within each. */
export const makeDocx = (paragraphs: string[]): Uint8Array =>
  zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "docProps/core.xml": strToU8(
      "<cp:coreProperties><dc:title>Plan &amp; scope</dc:title><dc:creator>Dana Whitfield</dc:creator><dcterms:modified>2026-03-02T10:00:00Z</dcterms:modified></cp:coreProperties>",
    ),
    "word/styles.xml": strToU8(
      '<w:styles><w:style w:styleId="Shown"><w:rPr><w:vanish w:val="0"/></w:rPr></w:style><w:style w:styleId="Hidden"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>',
    ),
    "word/document.xml": strToU8(
      `<?xml version="1.0"?><w:document><w:body>${paragraphs.map((one) => `<w:p>${one}</w:p>`).join("")}</w:body></w:document>`,
    ),
  });

/** A small archive that unpacks to far more than may be unpacked. */
export const makeBomb = (): Uint8Array =>
  zipSync({ "word/document.xml": new Uint8Array(80 * 1024 * 1024) }, { level: 9 });
