import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { setQuery } from '../../app/router.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, typed } from '../../components/forms/form.tsx';
import { LinesField, linesOf } from '../../components/forms/lines-field.tsx';
import { texts } from '../../texts/en/investigate/compliance.ts';

/** Asks for a report; it is written in the background and shown as it grows. */
export function NewReport({
  frameworks,
  onClose,
}: {
  frameworks: readonly (readonly [id: string, title: string])[];
  onClose: () => void;
}) {
  const framework = useSignal(frameworks[0]?.[0] ?? '');
  const domains = useSignal('');
  const title = useSignal('');
  const scan = useSignal(false);
  const action = useAction(async () => {
    const { report_id } = await api.call('POST /api/v2/compliance/generate-report', {
      body: {
        framework: framework.value,
        domains: linesOf(domains.value),
        scan: scan.value,
        ...(title.value.trim() === '' ? {} : { title: title.value }),
      },
    });
    toast(texts.asked);
    setQuery({ report: report_id });
    onClose();
  });
  return (
    <FormDialog title={texts.new} action={action} submit={texts.write} onClose={onClose}>
      <SelectField label={texts.framework} {...chosen(framework)} options={frameworks} />
      <LinesField label={texts.domains} hint={texts.domainsHint} {...typed(domains)} />
      <TextField label={texts.title} {...typed(title)} maxLength={200} />
      <CheckField
        label={texts.scan}
        checked={scan.value}
        onChange={(checked) => {
          scan.value = checked;
        }}
      />
    </FormDialog>
  );
}
