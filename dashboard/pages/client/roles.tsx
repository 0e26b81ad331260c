import { api } from '../../app/api.ts';
import { changeDetection } from '../../app/change-detection.ts';
import { locations } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { locationId } from '../../app/time-range.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { useChoice } from '../../components/forms/use-choice.ts';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { withRole } from '../../domain/site-changes.ts';
import { type ClientRole as Role, rolesByClient } from '../../domain/site-roles.ts';
import { texts as siteTexts } from '../../texts/en/protect/site.ts';
import { texts } from '../../texts/en/watch/client.ts';

const roles = Object.entries(siteTexts.roleNames) as [Role, string][];

/** Shows what the client is for at the location that is chosen, or the only one, and lets people correct it. */
export function Roles({ address }: { address: string }) {
  const all = locations.value;
  const id = locationId.value ?? (all.length === 1 ? all[0]!.id : undefined);
  return id === undefined ? null : <RoleAt key={id} id={id} address={address} />;
}

function RoleAt({ id, address }: { id: number; address: string }) {
  const site = useResource(`site ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/locations/{id}/site', { params: { id }, signal }),
  );
  return (
    <Panel title={texts.role}>
      <Loaded of={site} lines={2}>
        {({ roles: known }) => {
          const { said, learned } = rolesByClient(known).find(({ client }) => client === address) ?? {};
          return (
            <div class="stack">
              <p class="soft">
                {learned === undefined ? (
                  texts.noRole
                ) : (
                  <>
                    {texts.learnedRole(siteTexts.roleNames[learned.role])} <Moment at={learned.since!} />
                  </>
                )}
              </p>
              {mayWork() && <TakenFor id={id} address={address} said={said} onChanged={site.reload} />}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function TakenFor({
  id,
  address,
  said,
  onChanged,
}: {
  id: number;
  address: string;
  said: Role | undefined;
  onChanged: () => void;
}) {
  const { trouble, ...choice } = useChoice<Role | ''>(said ?? '', async (chosen) => {
    await changeDetection(id, (changes) => withRole(changes, address, chosen === '' ? undefined : chosen));
    toast(siteTexts.didRole);
    onChanged();
  });
  return (
    <>
      <SelectField label={siteTexts.takenFor} options={[['', siteTexts.asLearned], ...roles]} {...choice} />
      <Refusal trouble={trouble} />
    </>
  );
}
