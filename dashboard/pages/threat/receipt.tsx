import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows whether the evidence still is what was found, as a seal. */
export function Receipt({ id }: { id: number }) {
  const receipt = useResource(`receipt ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/threats/{id}/receipt', { params: { id }, signal }),
  );
  return (
    <Panel
      title={texts.receipt}
      tools={
        <button type="button" class="button slim" onClick={() => print()}>
          {texts.print}
        </button>
      }
    >
      <Loaded of={receipt} lines={4}>
        {({ receipt: digest, intact, queries, still_listed: listed }) => (
          <div class="stack">
            <p class={`seal ${digest === null ? 'soft' : intact ? 'good' : 'bad'}`}>
              <Icon name={digest === null || intact ? 'seal' : 'alert'} size={40} />
              {digest === null ? texts.unsealed : intact ? texts.intact : texts.broken}
            </p>
            {digest !== null && (
              <div class="row">
                <code class="wrap">{digest}</code>
                <CopyButton text={digest} />
              </div>
            )}
            {queries.length > 0 && (
              <p class="soft">
                {texts.stored(
                  count(queries.filter(({ stored }) => stored === true).length),
                  count(queries.length),
                )}
              </p>
            )}
            {listed !== null && <p class="soft">{listed ? texts.stillListed : texts.noLonger}</p>}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
