import { setImmediate as turn } from 'node:timers/promises';
import type { Brand } from '../../people/brand/brand.ts';
import { type ControlState, stateWords as words } from './assessment.ts';
import type { ReportDocument } from './report-document.ts';

interface Integrity {
  readonly digest: string;
  readonly signature: string;
  readonly keyId: string;
}

/** Writes a row for each control of each domain (RFC 4180). */
export async function* reportCsv(document: ReportDocument): AsyncGenerator<string> {
  yield 'framework,control,title,domain,state,assessed_at,reasons\r\n';
  for (const control of document.controls) {
    const rows =
      control.assessments.length > 0
        ? control.assessments
        : [
            {
              domain: null,
              state: control.state,
              assessed_at: null,
              reasons: control.reason === null ? [] : [control.reason],
            },
          ];
    await turn();
    for (const { domain, state, assessed_at: at, reasons } of rows) {
      const fields = [document.framework.id, control.id, control.title, domain ?? '', words[state], at ?? ''];
      yield `${[...fields, reasons.join(' ')].map(csvField).join(',')}\r\n`;
    }
  }
}

/** A field that a spreadsheet takes as text: reasons quote what comes from the wire. */
function csvField(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const style = `body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#15191d}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ccc}
.met{color:#006b4e}.partly_met{color:#865300}.not_met{color:#a83b00}.not_assessed,.outside{color:#4b545c}
h2{margin-top:2rem}code{font-size:.85em;overflow-wrap:anywhere}@media print{h2{break-after:avoid}tr{break-inside:avoid}}`;

/** Rows after which others have their turn. */
const rowsInTurn = 500;

/** Writes a page for print, which loads nothing: the logo of the brand stands in it. */
export async function* reportHtml(
  document: ReportDocument,
  integrity: Integrity,
  { logo, colours }: Pick<Brand, 'logo' | 'colours'>,
): AsyncGenerator<string> {
  const { framework, counts } = document;
  const share =
    document.share_seen === null ? 'nothing' : `${(100 * document.share_seen).toFixed(1)} % of its weight`;
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${h(document.title)}</title><style>${style}${colours === null ? '' : `h1,h2{color:${colours.light.accent}}`}</style></head><body>
${logo === null ? '' : `<p><img src="${h(logo)}" alt="${h(document.issuer)}" height="40"></p>\n`}<h1>${h(document.title)}</h1>
<p>${h(framework.title)}, version ${h(framework.version)}. Source: ${h(framework.source)}. ${h(framework.confirmed)}</p>
<p>By ${h(document.issuer)}, ${h(document.generated_at)}, over ${document.domains} domains. ${h(document.statement)}</p>
<p><strong>Seen:</strong> ${share} of what the framework asks for. Controls: ${Object.entries(counts)
    .map(([state, count]) => `${count} ${words[state as ControlState]}`)
    .join(', ')}.</p>
`;
  if (document.compared_with !== null) {
    yield `<h2>Since the report before</h2><p><code>${h(document.compared_with)}</code>: ${document.changes.length} changes.</p>\n`;
    if (document.changes.length > 0) yield table(['Control', 'Domain', 'Before', 'Now']);
    for (const { control, domain, before, after } of document.changes) {
      yield `<tr><td>${h(control)}</td><td>${h(domain ?? 'account')}</td>${cell(before)}${cell(after)}</tr>\n`;
    }
    if (document.changes.length > 0) yield '</tbody></table>\n';
  }
  yield '<h2>Controls</h2>\n';
  for (const control of document.controls) {
    yield `<h3>${h(control.id)} ${h(control.title)}: <span class="${control.state}">${words[control.state]}</span></h3>\n`;
    if (control.id_confirmed === false)
      yield '<p>That the framework calls it by this id could not be confirmed.</p>\n';
    if (control.reason !== null) yield `<p>${h(control.reason)}</p>\n`;
    if (control.assessments.length === 0) continue;
    yield table(['Domain', 'State', 'Seen', 'What it rests on']);
    for (const [index, { domain, state, assessed_at: at, reasons }] of control.assessments.entries()) {
      if (index % rowsInTurn === rowsInTurn - 1) await turn();
      yield `<tr><td>${h(domain ?? 'account')}</td>${cell(state)}<td>${h(at ?? '')}</td><td>${h(reasons.join(' '))}</td></tr>\n`;
    }
    yield '</tbody></table>\n';
  }
  yield `<h2>Integrity</h2><p>SHA-256 <code>${h(integrity.digest)}</code><br>Ed25519 <code>${h(integrity.signature)}</code><br>
Key <code>${h(integrity.keyId)}</code>. What is signed is the report as JSON; send that to <code>/api/v2/compliance/verify</code>.</p>
</body></html>
`;
}

function table(heads: readonly string[]): string {
  return `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>\n`;
}

function cell(state: ControlState): string {
  return `<td class="${state}">${words[state]}</td>`;
}

function h(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
