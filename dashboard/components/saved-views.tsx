import { useSignal } from '@preact/signals';
import type { SavedView } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { useResource } from '../app/resource.ts';
import { href, place } from '../app/router.ts';
import { mayWork } from '../app/session.ts';
import { toast } from '../app/toasts.ts';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/parts/views.ts';
import { Dropdown } from './dropdown.tsx';
import { CheckField, TextField } from './forms/field.tsx';
import { FormDialog, ticked, typed } from './forms/form.tsx';
import { Icon } from './icon.tsx';
import { Loaded, Refusal } from './state.tsx';

type PageName = SavedView['page'];
const paths: Readonly<Record<PageName, string>> = { overview: '/', queries: '/queries', threats: '/threats' };

/** Shows the saved views of a page, and a button to save the present one. */
export function SavedViews({ page }: { page: PageName }) {
  const saving = useSignal(false);
  return (
    <>
      <Dropdown label={texts.views}>
        {(close) => (
          <div class="stack">
            <Views page={page} />
            <button
              type="button"
              class="button"
              onClick={() => {
                close();
                saving.value = true;
              }}
            >
              <Icon name="plus" size={14} />
              {texts.save}
            </button>
          </div>
        )}
      </Dropdown>
      {saving.value && (
        <SaveView
          page={page}
          onClose={() => {
            saving.value = false;
          }}
        />
      )}
    </>
  );
}

function Views({ page }: { page: PageName }) {
  const views = useResource('views', (signal) => api.call('GET /api/v1/dns-monitoring/views', { signal }));
  const remove = useAction(async (view: SavedView) => {
    await api.call('DELETE /api/v1/dns-monitoring/views/{id}', { params: { id: view.id } });
    toast(texts.removed(visible(view.name)));
    views.reload();
  });
  return (
    <Loaded of={views} lines={2}>
      {({ views: all }) => {
        const found = all.filter((view) => view.page === page);
        if (found.length === 0) return <p class="soft small">{texts.none}</p>;
        const groups = [false, true].map((shared) => found.filter((view) => view.shared === shared));
        return (
          <>
            {groups.map(
              (group, index) =>
                group.length > 0 && (
                  <section key={index} class="view-list">
                    <h3 class="soft small">{index === 0 ? texts.own : texts.account}</h3>
                    <ul>
                      {group.map((view) => (
                        <li key={view.id}>
                          <a href={href(paths[page], Object.fromEntries(new URLSearchParams(view.query)))}>
                            <bdi>{visible(view.name)}</bdi>
                          </a>
                          {(!view.shared || mayWork()) && (
                            <button
                              type="button"
                              class="button quiet slim"
                              aria-label={texts.remove(visible(view.name))}
                              disabled={remove.busy}
                              onClick={() => void remove.run(view)}
                            >
                              <Icon name="close" size={14} />
                            </button>
                          )}
                        </li>
                      ))}
                    </ul>
                  </section>
                ),
            )}
            <Refusal trouble={remove.trouble} />
          </>
        );
      }}
    </Loaded>
  );
}

function SaveView({ page, onClose }: { page: PageName; onClose: () => void }) {
  const name = useSignal('');
  const shared = useSignal(false);
  const action = useAction(async () => {
    const query = new URLSearchParams(place.value.query);
    query.delete('offset');
    await api.call('POST /api/v1/dns-monitoring/views', {
      body: { page, name: name.value.trim(), query: query.toString(), shared: shared.value },
    });
    toast(texts.saved(visible(name.value.trim())));
    onClose();
  });
  return (
    <FormDialog title={texts.save} action={action} submit={texts.save} onClose={onClose}>
      <TextField label={texts.name} hint={texts.nameHint} maxLength={100} required {...typed(name)} />
      {mayWork() && <CheckField label={texts.shared} {...ticked(shared)} />}
    </FormDialog>
  );
}
