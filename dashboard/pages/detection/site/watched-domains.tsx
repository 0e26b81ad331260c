import { useAction } from '../../../app/action.ts';
import { changeDetection } from '../../../app/change-detection.ts';
import type { Resource } from '../../../app/resource.ts';
import { href } from '../../../app/router.ts';
import { mayWork } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { DomainLink } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { withoutWatched, withWatched } from '../../../domain/site-changes.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts as common } from '../../../texts/en/common.ts';
import { texts } from '../../../texts/en/protect/site.ts';
import type { DetectionData } from '../settings.tsx';
import { AddLine } from './add-line.tsx';

/** Shows the domains of a location whose imitations detection looks for. */
export function WatchedDomains({
  settings,
  locationId,
}: {
  settings: Resource<DetectionData>;
  locationId: number;
}) {
  const remove = useAction(async (domain: string) => {
    await changeDetection(locationId, (changes) => withoutWatched(changes, domain));
    toast(texts.watchedRemoved(visible(domain)));
    settings.reload();
  });
  return (
    <Panel title={texts.watched}>
      <p class="soft small">{texts.watchedHint}</p>
      {mayWork() && (
        <AddLine
          label={texts.watchedDomain}
          placeholder="example.com"
          onAdd={async (domain) => {
            await changeDetection(locationId, (changes) => withWatched(changes, domain));
            toast(texts.watchedAdded(visible(domain)));
            settings.reload();
          }}
        />
      )}
      <Refusal trouble={remove.trouble} />
      <ResourceTable
        label={texts.watched}
        of={settings}
        lines={3}
        rows={({ changes }) => changes.lookalike?.watched ?? []}
        keyOf={(domain) => domain}
        columns={[
          texts.columns.domain,
          [texts.certificates, 'buttons'],
          mayWork() && ([common.remove, 'buttons'] as const),
        ]}
        empty={texts.noWatched}
      >
        {(domain) => (
          <>
            <td class="wrap">
              <DomainLink name={domain} />
            </td>
            <td class="shrink one-line">
              <a href={href('/certificates', { domain })}>{texts.certificates}</a>
            </td>
            {mayWork() && (
              <td class="shrink">
                <button
                  type="button"
                  class="button slim quiet"
                  disabled={remove.busy}
                  onClick={() => void remove.run(domain)}
                >
                  {common.remove}
                </button>
              </td>
            )}
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
