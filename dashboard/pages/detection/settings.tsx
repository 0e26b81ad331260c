import { useSignal } from '@preact/signals';
import type { DetectionChanges } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField } from '../../components/forms/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { type Changes, numberGroups, withDetector, withNumber } from '../../domain/detection-settings.ts';
import { words } from '../../format/words.ts';
import { texts } from '../../texts/en/protect/detection.ts';
import { threatType, thresholdGroup } from '../../texts/en/watch/threat-types.ts';

export type DetectionData = AnswerOf<'GET /api/v1/dns-monitoring/locations/{id}/detection'>;

/** Shows the detectors, on or off, and the thresholds from which on they alert. */
export function Settings({ data, reload }: { data: DetectionData; reload: () => void }) {
  const changes = useSignal<Changes>(data.changes as Changes);
  const action = useAction(async () => {
    await api.call('PUT /api/v1/dns-monitoring/locations/{id}/detection', {
      params: { id: data.location_id },
      body: { changes: changes.value as DetectionChanges },
    });
    toast(texts.saved);
    reload();
  });
  const disabled = (changes.value.disabled as string[] | undefined) ?? [];
  const touched = JSON.stringify(changes.value) !== JSON.stringify(data.changes);
  return (
    <form
      class="stack panels"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <Panel title={texts.detectors} tools={<span class="soft">{texts.detectorsHint}</span>}>
        <div class="options-grid">
          {detectors.map((detector) => (
            <CheckField
              key={detector}
              label={threatType(detector)}
              checked={!disabled.includes(detector)}
              onChange={(on) => {
                changes.value = withDetector(changes.value, detector, on);
              }}
            />
          ))}
        </div>
      </Panel>
      <Panel title={texts.thresholds}>
        <div class="threshold-groups">
          {numberGroups(data.settings).map(({ group, fields }) => (
            <details key={group} open={changes.value[group] !== undefined}>
              <summary>{thresholdGroup(group)}</summary>
              <div class="thresholds">
                {fields.map(({ name, value }) => {
                  const set = (changes.value[group] as Record<string, number> | undefined)?.[name];
                  const id = `${group}-${name}`;
                  return (
                    <div class="field" key={name}>
                      <label for={id}>{words(name)}</label>
                      <input
                        id={id}
                        class="input"
                        type="number"
                        step="any"
                        value={set ?? value}
                        onChange={(event) => {
                          const wanted = event.currentTarget.valueAsNumber;
                          const same = Number.isNaN(wanted) || (wanted === value && set === undefined);
                          changes.value = withNumber(changes.value, group, name, same ? undefined : wanted);
                        }}
                      />
                    </div>
                  );
                })}
              </div>
            </details>
          ))}
        </div>
      </Panel>
      <Refusal trouble={action.trouble} />
      {touched && mayWork() && (
        <div class="row">
          <button type="submit" class="button first" disabled={action.busy}>
            {texts.save}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              changes.value = data.changes as Changes;
            }}
          >
            {texts.undo}
          </button>
        </div>
      )}
    </form>
  );
}

type Detector = NonNullable<DetectionChanges['disabled']>[number];
/** Typed whole, so that a detector that is new does not go missing here. */
const detectorTable: Readonly<Record<Detector, true>> = {
  dns_tunnel: true,
  dns_tunnel_answers: true,
  dns_tunnel_addresses: true,
  dns_tunnel_no_apex: true,
  dns_volume: true,
  dns_tunnel_slow: true,
  dns_tunnel_spread: true,
  dns_tunnel_types: true,
  dga: true,
  nxdomain_storm: true,
  random_subdomain_attack: true,
  fast_flux: true,
  dns_rebinding: true,
  lookalike: true,
  beaconing: true,
  amplification: true,
  poisoning: true,
  name_leak: true,
  resolver_bypass: true,
  name_poisoning: true,
  callback_service: true,
  reconnaissance: true,
  staged_code: true,
  brand_lookalike: true,
  dangling_name: true,
  mining_pool: true,
  anonymity_network: true,
  nxdomain_hijack: true,
  sigma: true,
};
const detectors = Object.keys(detectorTable) as Detector[];
