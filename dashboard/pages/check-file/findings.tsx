import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Command } from '../../components/command.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Excerpt, excerptOf, type FaultSpan } from '../../domain/file-excerpt.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/check-file.ts';

/** A fault is a finding about a place in a file, as the page shows it. */
export interface Fault {
  /** Its weight in words, colour and shape. */
  readonly weight: ComponentChildren;
  readonly file: string | undefined;
  /** Null if something is missing. */
  readonly span: FaultSpan | null;
  /** What in the file it is about, such as a name. */
  readonly about?: string | null;
  readonly message: string;
  readonly rule: string;
  readonly suggestion?: string | null;
  readonly snippet?: string | null;
}

/** Faults that are drawn at once: a large zone may have two thousand. */
const atOnce = 100;

/** Shows faults with their places, and the text that stands there. */
export function Findings({
  faults,
  omitted,
  linesOf,
}: {
  faults: readonly Fault[];
  omitted: number;
  /** The lines of a file that the browser has; undefined of one that came in an archive. */
  linesOf: (file: string | undefined) => readonly string[] | undefined;
}) {
  const shown = useSignal(atOnce);
  const left = faults.length - shown.value;
  return (
    <Panel title={texts.findings} tools={<span class="soft">{count(faults.length + omitted)}</span>}>
      {faults.length === 0 ? (
        <p class="good row">
          <Icon name="check" /> {texts.fine}
        </p>
      ) : (
        <ol class="findings">
          {faults.slice(0, shown.value).map((fault, index) => (
            <Finding key={index} fault={fault} lines={linesOf(fault.file)} />
          ))}
        </ol>
      )}
      {left > 0 && (
        <button
          type="button"
          class="button"
          onClick={() => {
            shown.value += atOnce;
          }}
        >
          {texts.more(count(Math.min(left, atOnce)))}
        </button>
      )}
      {omitted > 0 && <p class="soft small">{texts.omitted(count(omitted))}</p>}
    </Panel>
  );
}

function Finding({ fault, lines }: { fault: Fault; lines: readonly string[] | undefined }) {
  const { weight, file, span, about, message, rule, suggestion, snippet } = fault;
  const excerpt = span === null || lines === undefined ? undefined : excerptOf(lines, span);
  return (
    <li class="stack tight">
      <div class="row">
        {weight}
        <strong class="wrap">
          <Name name={message} meaning={false} prose />
        </strong>
      </div>
      {about != null && <Name name={about} />}
      {excerpt !== undefined && <Cut of={excerpt} line={span!.line} />}
      {suggestion != null && <p>{suggestion}</p>}
      {snippet != null && (
        <details>
          <summary>{texts.instead}</summary>
          <Command text={snippet} />
        </details>
      )}
      <p class="soft small wrap">
        {span !== null &&
          `${texts.place(
            file === undefined ? undefined : visible(file),
            count(span.line),
            span.column === null ? undefined : count(span.column),
          )} · `}
        {rule}
      </p>
    </li>
  );
}

/** Shows the line of a fault with its number; what is meant is marked. */
function Cut({ of: { before, marked, after }, line }: { of: Excerpt; line: number }) {
  return (
    <pre class="excerpt">
      <span class="faint">{count(line)} </span>
      {visible(before)}
      <mark>{visible(marked)}</mark>
      {visible(after)}
    </pre>
  );
}
