import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api, troubleOf } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { InOrder } from '../../components/lists/in-order.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity, type SeverityName } from '../../components/severity.tsx';
import { Empty, Loaded, Refusal } from '../../components/state.tsx';
import { count, ratio } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/technologies.ts';
import { Quality } from './quality.tsx';
import type { ViewProps } from './view.ts';

type Website = AnswerOf<'GET /api/tech/website/{domain}'>;
type Technology = Website['technologies'][number];
type Change = Website['changes'][number];

/** Shows the technologies of the domain's site, their changes, and the quality of its page. */
export function Technologies({ domain }: ViewProps) {
  const known = useResource(`technologies ${domain}`, (signal) => askKnown(domain, signal), { keep: true });
  const look = useAction(async () => {
    await api.call('POST /api/tech/scan', { body: { url: domain } });
    known.reload();
  });
  return (
    <>
      <div class="row">
        {mayWork() && (
          <button type="button" class="button first" disabled={look.busy} onClick={() => void look.run()}>
            {look.busy ? texts.looking : texts.look}
          </button>
        )}
        {known.data != null && (
          <span class="soft">
            {texts.looked} <Moment at={known.data.last_scanned} relative />
          </span>
        )}
      </div>
      <Refusal trouble={look.trouble} />
      <InOrder
        parts={[[<Found key="found" known={known} />, known], [<Quality key="quality" domain={domain} />]]}
      />
    </>
  );
}

function Found({ known }: { known: Resource<Website | null> }) {
  return (
    <div class="scan-found">
      <Panel title={texts.made}>
        <Made known={known} />
      </Panel>
      <Panel title={texts.changes}>
        <Loaded
          of={known}
          lines={4}
          isEmpty={(site) => site === null}
          empty={<p class="soft">{texts.never}</p>}
        >
          {(site) => site !== null && <Changes site={site} />}
        </Loaded>
      </Panel>
    </div>
  );
}

/** Null if nobody has looked yet. */
async function askKnown(domain: string, signal: AbortSignal): Promise<Website | null> {
  try {
    return await api.call('GET /api/tech/website/{domain}', { params: { domain }, signal });
  } catch (error) {
    if (troubleOf(error).status === 404) return null;
    throw error;
  }
}

function Made({ known }: { known: Resource<Website | null> }) {
  return (
    <Loaded
      of={known}
      lines={8}
      isEmpty={(site) => site === null}
      empty={
        <Empty title={texts.never}>
          <p class="soft">{texts.neverMore}</p>
        </Empty>
      }
    >
      {(site) => {
        if (site === null || site.count === 0) return <p class="soft">{texts.empty}</p>;
        const groups = Map.groupBy(site.technologies, ({ category }) => category);
        return (
          <dl class="technologies">
            {[...groups].map(([category, technologies]) => (
              <div key={category}>
                <dt>{category}</dt>
                {technologies.map((technology) => (
                  <dd key={technology.name}>
                    <One technology={technology} />
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        );
      }}
    </Loaded>
  );
}

function One({ technology }: { technology: Technology }) {
  const { name, version, confidence, evidence, vulnerabilities, first_seen: first } = technology;
  const faults = vulnerabilities ?? [];
  return (
    <>
      <p class="row">
        <a href={href('/technologies', { technology: name })}>{name}</a>
        {version !== null && <strong>{version}</strong>}
        {faults.length > 0 && <span class="badge bad">{texts.vulnerable(count(faults.length))}</span>}
      </p>
      <p class="soft small wrap">
        <Name name={evidence} meaning={false} />
      </p>
      <p class="soft small">
        {texts.sure(ratio(confidence / 100))}, {texts.since} <Moment at={first} />
      </p>
      {faults.length > 0 && (
        <details>
          <summary>{texts.vulnerabilities}</summary>
          <ul class="findings">
            {faults.map(({ id, severity, summary }) => (
              <li key={id} class="stack tight">
                <div class="row">
                  <Severity severity={severityOf(severity)} />
                  <strong class="wrap">{id}</strong>
                </div>
                <p class="wrap">{summary}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const severities: readonly SeverityName[] = ['info', 'low', 'medium', 'high', 'critical'];

/** Lists have words of their own: what is none of ours counts as medium. */
function severityOf(text: string): SeverityName {
  return severities.find((one) => one === text.toLowerCase()) ?? 'medium';
}

function Changes({ site }: { site: Website }) {
  return (
    <>
      {site.changes.length === 0 ? (
        <p class="soft">{texts.noChanges}</p>
      ) : (
        <ol class="findings">
          {site.changes.map((change) => (
            <li key={change.at + change.technology + change.change} class="stack tight">
              <strong class="wrap">{sentence(change)}</strong>
              <p class="soft small">
                <Moment at={change.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {site.former_technologies.length > 0 && (
        <details>
          <summary>
            {texts.former} ({count(site.former_technologies.length)})
          </summary>
          <ul class="soft small">
            {site.former_technologies.map(({ name, version, category }) => (
              <li key={category + name}>
                {name} {version}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function sentence({ technology, change, old_version: before, new_version: after }: Change): string {
  const behind = (version: string | null) => (version === null ? '' : ` ${version}`);
  if (change === 'added') return texts.added(technology, behind(after));
  if (change === 'removed') return texts.removed(technology, behind(before));
  return texts.changed(technology, before ?? texts.unknownVersion, after ?? texts.unknownVersion);
}
