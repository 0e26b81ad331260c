import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { patientApi } from '../../app/api.ts';
import { Form, typed } from '../../components/forms/form.tsx';
import { LinesField } from '../../components/forms/lines-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { texts } from '../../texts/en/investigate/check-file.ts';

/** A sent zone is what the collector was asked about: the text, and the name of the zone if one was given. */
export interface SentZone {
  readonly zone_file: string;
  readonly domain?: string;
}

type Verdict = AnswerOf<'POST /api/v2/dnssec/zonemd/validate'>;

const tones: Readonly<Record<Verdict['status'], string>> = {
  valid: 'good',
  invalid: 'bad',
  absent: 'soft',
  unverifiable: 'warn',
  unsound: 'bad',
};

/** Verifies the digest that a zone has of itself, with its signatures if a key of the zone is trusted. */
export function Digest({ sent }: { sent: SentZone }) {
  const anchor = useSignal('');
  const verdict = useSignal<Verdict | undefined>(undefined);
  const action = useAction(async () => {
    const trusted = anchor.value.trim();
    verdict.value = await patientApi.call('POST /api/v2/dnssec/zonemd/validate', {
      body: { ...sent, ...(trusted !== '' && { trust_anchor: trusted }) },
    });
  });
  return (
    <Panel title={texts.digest}>
      <p class="soft">{texts.digestLead}</p>
      {verdict.value !== undefined && <Told of={verdict.value} />}
      <Form action={action} submit={texts.verify} busy={texts.checking}>
        <LinesField label={texts.anchor} hint={texts.anchorHint} {...typed(anchor)} />
      </Form>
    </Panel>
  );
}

function Told({ of: { status, message, rule, security, security_message: why } }: { of: Verdict }) {
  return (
    <div class="stack tight" role="status">
      <p class={`seal ${tones[status]}`}>
        <Icon name={status === 'valid' ? 'seal' : 'alert'} size={24} />
        {texts.digests[status]}
      </p>
      <p class="wrap">
        {message} <span class="soft">{rule}</span>
      </p>
      {security !== null && (
        <p class="wrap">
          {texts.securities[security]} {why !== null && <span class="soft">{why}</span>}
        </p>
      )}
    </div>
  );
}
