import { AddressNote } from '../../components/address-note.tsx';
import { AddressLink, Name } from '../../components/name.tsx';
import { isAddress } from '../../format/address.ts';
import { plain } from '../../format/numbers.ts';
import { words } from '../../format/words.ts';
import { texts } from '../../texts/en/watch/threats.ts';

const mostItems = 24;
/** The receipt and the rows that it seals have places of their own on the page. */
const elsewhere = new Set(['receipt', 'rows']);

/** Shows the evidence of a detector in any form: words for names, values for values, lists and parts in their order. */
export function Evidence({ evidence }: { evidence: Readonly<Record<string, unknown>> | null }) {
  const told = Object.entries(evidence ?? {}).filter(
    ([name, value]) => value !== null && !elsewhere.has(name),
  );
  if (told.length === 0) return <p class="soft">{texts.noEvidence}</p>;
  return <Parts of={Object.fromEntries(told)} />;
}

function Parts({ of }: { of: Readonly<Record<string, unknown>> }) {
  return (
    <dl class="facts">
      {Object.entries(of).map(([name, value]) => (
        <>
          <dt key={name}>{words(name)}</dt>
          <dd key={`${name} value`}>
            <Value value={value} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <span class="soft">–</span>;
  if (typeof value === 'number') return <span class="number">{plain(value)}</span>;
  if (typeof value === 'boolean') return <>{String(value)}</>;
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.slice(0, mostItems).map((item, index) => (
          <li key={index}>
            <Value value={item} />
          </li>
        ))}
        {value.length > mostItems && <li class="soft">… {plain(value.length - mostItems)}</li>}
      </ul>
    );
  }
  if (typeof value === 'object') return <Parts of={value as Record<string, unknown>} />;
  const text = String(value);
  if (!isAddress(text)) return <Name name={text} />;
  return (
    <>
      <AddressLink address={text} />
      <AddressNote address={text} />
    </>
  );
}
