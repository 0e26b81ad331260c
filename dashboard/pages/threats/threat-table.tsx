import type { Threat } from '@sonde/client/api-types.generated.ts';
import { href, navigate } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { AddressNote } from '../../components/address-note.tsx';
import { ClientLink } from '../../components/client-name.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { rowsBehind } from '../../domain/threat-filters.ts';
import { short } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows threats as a table; they can be chosen if `onChoose` is given. */
export function ThreatTable({
  threats,
  chosen,
  onChoose,
}: {
  threats: readonly Threat[];
  chosen: ReadonlySet<number>;
  onChoose: ((ids: ReadonlySet<number>) => void) | undefined;
}) {
  const all = threats.length > 0 && threats.every(({ id }) => chosen.has(id));
  return (
    <TableScroll label={common.pages.threats}>
      <table class="table threats">
        <thead>
          <tr>
            {onChoose !== undefined && (
              <td class="shrink">
                <input
                  type="checkbox"
                  aria-label={texts.bulk.chooseAll}
                  checked={all}
                  onChange={() => onChoose(new Set(all ? [] : threats.map(({ id }) => id)))}
                />
              </td>
            )}
            <th>{texts.columns.severity}</th>
            <th>{texts.columns.subject}</th>
            <th>{texts.columns.type}</th>
            <th>{texts.columns.client}</th>
            <th>{texts.owner}</th>
            <th class="number">{texts.columns.count}</th>
            <th class="number">{texts.columns.last}</th>
          </tr>
        </thead>
        <tbody>
          {threats.map((threat) => {
            const to = href(`/threats/${threat.id}`, carried());
            return (
              <tr
                key={threat.id}
                data-link
                onClick={(event) => {
                  if ((event.target as Element).closest('a, input, .choose') === null) navigate(to);
                }}
              >
                {onChoose !== undefined && (
                  <td class="shrink choose">
                    <input
                      type="checkbox"
                      aria-label={texts.bulk.choose(visible(threat.subject))}
                      checked={chosen.has(threat.id)}
                      onChange={({ currentTarget: { checked } }) => {
                        const others = [...chosen].filter((id) => id !== threat.id);
                        onChoose(new Set(checked ? [...others, threat.id] : others));
                      }}
                    />
                  </td>
                )}
                <td class="shrink soon">
                  <Severity severity={threat.severity} />
                </td>
                <td class="wrap about">
                  <a href={to}>
                    <Name name={threat.subject} />
                  </a>
                  <AddressNote address={threat.subject} />
                  <div class="soft small clamp">{visible(threat.message)}</div>
                </td>
                <td>{threatType(threat.threat_type)}</td>
                <td>
                  <ClientLink address={threat.client_ip} />
                  <AddressNote address={threat.client_ip} block />
                </td>
                <td>{threat.owner === null ? '' : <Name name={threat.owner} meaning={false} prose />}</td>
                <td class="number">
                  <a href={href('/queries', rowsBehind(threat))}>{short(threat.count)}</a>
                </td>
                <td class="number soft">
                  <Moment at={threat.last_seen} relative />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}
