import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../../app/api.ts';
import { locationName } from '../../../app/locations.ts';
import { useResource } from '../../../app/resource.ts';
import { mayManage } from '../../../app/session.ts';
import { locationId } from '../../../app/time-range.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { count } from '../../../format/numbers.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts } from '../../../texts/en/operate/enrolment.ts';
import { MakeToken } from './make-token.tsx';
import { Revoke } from './revoke.tsx';

type Token = AnswerOf<'GET /api/v1/enrolment/tokens'>['tokens'][number];

const looks = { good: 'badge good', used: 'badge', expired: 'badge', revoked: 'badge bad' } as const;

/** Shows the tokens, what became of each, and the way to make and to revoke one. */
export function Tokens() {
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const tokens = useResource(
    JSON.stringify(['enrolment tokens', where]),
    (signal) => api.call('GET /api/v1/enrolment/tokens', { query: where, signal }),
    { every: 10_000 },
  );
  const shown = useSignal<'make' | Token | undefined>(undefined);
  const close = () => {
    shown.value = undefined;
    tokens.reload();
  };
  return (
    <Panel
      title={texts.tokens}
      tools={
        mayManage() && (
          <button
            type="button"
            class="button slim"
            onClick={() => {
              shown.value = 'make';
            }}
          >
            {texts.make}
          </button>
        )
      }
    >
      <ResourceTable
        label={texts.tokens}
        of={tokens}
        rows={(answer) => answer.tokens}
        keyOf={({ id }) => id}
        columns={[
          texts.token.token,
          texts.token.location,
          texts.token.state,
          [texts.token.used, 'number'],
          [texts.token.until, 'number'],
          mayManage() && [texts.revoke, 'buttons'],
        ]}
        empty={[texts.noTokens, texts.noTokensMore]}
      >
        {(token) => (
          <>
            <td class="wrap who">
              <code>{visible(token.prefix)}…</code>
              {token.label !== '' && <div class="soft small">{visible(token.label)}</div>}
            </td>
            <td>
              {locationName(token.location_id)}
              {token.networks !== null && (
                <div class="soft small">{texts.from(token.networks.join(', '))}</div>
              )}
            </td>
            <td>
              <span class={looks[token.state]}>{texts.states[token.state]}</span>
            </td>
            <td class="number">
              {texts.usedOf(count(token.used), count(token.uses))}
              {token.refused > 0 && <div class="bad small">{texts.refused(count(token.refused))}</div>}
            </td>
            <td class="number soft">
              <Moment at={token.expires_at} relative />
            </td>
            {mayManage() && (
              <td class="shrink">
                {token.state === 'good' && (
                  <button
                    type="button"
                    class="button quiet slim"
                    onClick={() => {
                      shown.value = token;
                    }}
                  >
                    {texts.revoke}
                  </button>
                )}
              </td>
            )}
          </>
        )}
      </ResourceTable>
      {shown.value === 'make' && <MakeToken onClose={close} />}
      {typeof shown.value === 'object' && (
        <Revoke
          title={texts.revokeToken(shown.value.label || `${shown.value.prefix}…`)}
          more={texts.revokeTokenMore}
          done={texts.tokenRevoked}
          revoke={() =>
            api.call('DELETE /api/v1/enrolment/tokens/{id}', { params: { id: (shown.value as Token).id } })
          }
          onClose={close}
        />
      )}
    </Panel>
  );
}
