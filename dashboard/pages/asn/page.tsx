import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { RangeLink } from '../../components/networks/links.tsx';
import { WouldFill } from '../../components/networks/would-fill.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/networks.ts';

/** Prefixes that are asked for: the largest systems announce thousands. */
const mostPrefixes = 500;

/** Shows an autonomous system: its name, its country and the prefixes that it announces. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const asn = params.asn!;
  const system = useResource(`system ${asn}`, (signal) =>
    api.call('GET /api/asn/{asn}', { params: { asn }, query: { max_prefixes: mostPrefixes }, signal }),
  );
  const { data } = system;
  return (
    <>
      <PageHead
        title={texts.system(visible(data === undefined ? asn.replace(/^as/i, '') : String(data.asn)))}
        lead={texts.systemLead}
      />
      <Loaded of={system} lines={6}>
        {(found) => (
          <>
            <Panel title={texts.facts}>
              <dl class="facts">
                <dt>{texts.name}</dt>
                <dd>{said(found.name)}</dd>
                {found.description !== null && <dt>{texts.description}</dt>}
                {found.description !== null && <dd class="wrap">{visible(found.description)}</dd>}
                <dt>{texts.country}</dt>
                <dd>{said(found.country)}</dd>
                <dt>{texts.sources}</dt>
                <dd>{said(found.data_sources.join(', ') || null)}</dd>
              </dl>
              <WouldFill of={found.would_fill} />
            </Panel>
            <Prefixes prefixes={found.prefixes} all={found.announced_prefixes} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Prefixes({ prefixes, all }: { prefixes: readonly string[] | null; all: number | null }) {
  return (
    <Panel title={texts.prefixes} tools={all !== null && <span class="soft">{count(all)}</span>}>
      {prefixes === null ? (
        <p class="soft">{texts.noPrefixes}</p>
      ) : (
        <ul class="options-grid">
          {prefixes.map((prefix) => (
            <li key={prefix}>
              <RangeLink range={prefix} />
            </li>
          ))}
        </ul>
      )}
      {prefixes !== null && all !== null && all > prefixes.length && (
        <p class="soft small">{texts.shownOf(count(prefixes.length), count(all))}</p>
      )}
    </Panel>
  );
}

function said(text: string | null) {
  return text === null ? <span class="soft">{texts.unknown}</span> : visible(text);
}
