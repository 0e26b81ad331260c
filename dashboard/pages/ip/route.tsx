import type { OriginHistory } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { Resource } from '../../app/resource.ts';
import { Moment } from '../../components/moment.tsx';
import { RangeLink, Systems } from '../../components/networks/links.tsx';
import { WouldFill } from '../../components/networks/would-fill.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts as ipTexts } from '../../texts/en/investigate/ip.ts';
import { texts } from '../../texts/en/investigate/networks.ts';

type Answer = AnswerOf<'GET /api/ip/{ip}/bgp'>;

/** Shows the route to the address: its announcement, the payloads that cover it, and the changes of its origin. */
export function Route({ of: route }: { of: Resource<Answer> }) {
  return (
    <Panel title={texts.route}>
      <Loaded of={route} lines={4}>
        {({ bgp, origin_history: history, would_fill: wouldFill }) => (
          <>
            <Announcement of={bgp} />
            <Changes of={history} />
            <WouldFill of={wouldFill} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Announcement({ of: bgp }: { of: Answer['bgp'] }) {
  const { prefix, origins, origin_since: since, rpki_status: rpki, rpki_payloads: payloads } = bgp;
  if (bgp.is_announced === null) return <p class="soft">{texts.noTable}</p>;
  if (prefix === null) return <p>{texts.notAnnounced}</p>;
  return (
    <dl class="facts">
      <dt>{texts.announced}</dt>
      <dd>
        <RangeLink range={prefix} />
      </dd>
      <dt>{texts.origins}</dt>
      <dd>
        <Systems of={origins} name={bgp.asn_name} />
      </dd>
      {since !== null && <dt>{texts.since}</dt>}
      {since !== null && (
        <dd>
          <Moment at={since} />
        </dd>
      )}
      {rpki !== null && <dt>{ipTexts.rpki}</dt>}
      {rpki !== null && (
        <dd>
          <span class={`badge ${rpki === 'valid' ? 'good' : rpki === 'invalid' ? 'bad' : ''}`}>
            {ipTexts.rpkiStates[rpki]}
          </span>
        </dd>
      )}
      {(payloads ?? []).length > 0 && <dt>{texts.payloads}</dt>}
      {(payloads ?? []).length > 0 && (
        <dd>
          {payloads!.slice(0, 10).map(({ prefix: covered, max_length: length, asn }) => (
            <div key={`${covered} ${length} ${asn}`}>
              {texts.payload(covered, String(length), String(asn))}
            </div>
          ))}
        </dd>
      )}
      {bgp.covering_routes.length > 0 && <dt>{texts.covering}</dt>}
      {bgp.covering_routes.length > 0 && (
        <dd>
          {bgp.covering_routes.slice(0, 10).map(({ prefix: wider, origins: of }) => (
            <div key={wider}>
              <RangeLink range={wider} /> <Systems of={of} />
            </div>
          ))}
        </dd>
      )}
    </dl>
  );
}

function Changes({ of: { known_since: since, changes } }: { of: OriginHistory }) {
  if (since === null) return null;
  if (changes.length === 0)
    return (
      <p class="soft small">
        {texts.noChanges} <Moment at={since} />
      </p>
    );
  return (
    <>
      <h3>{texts.changes}</h3>
      <ol class="stack tight">
        {changes.slice(0, 20).map(({ seen_at: at, prefix, old_origins: before, new_origins: after }) => (
          <li key={`${at} ${prefix}`} class="wrap">
            <span class="soft">
              <Moment at={at} />
            </span>{' '}
            <RangeLink range={prefix} />: <Systems of={before} /> → <Systems of={after} />
          </li>
        ))}
      </ol>
    </>
  );
}
