import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/access/administration.ts';

/** Shows whether the store has refused anything that waits for an administrator. */
export function Aside() {
  const aside = useResource('batches aside', (signal) => api.call('GET /api/admin/spool/aside', { signal }));
  return (
    <Panel title={texts.aside.title}>
      <Loaded of={aside} lines={1}>
        {({ count: waiting }) =>
          waiting === 0 ? (
            <p class="soft">{texts.aside.none}</p>
          ) : (
            <>
              <p class="notice">{texts.aside.some(count(waiting))}</p>
              <p class="soft small">{texts.aside.more}</p>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
