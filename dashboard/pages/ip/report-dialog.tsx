import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, noteOf, typed } from '../../components/forms/form.tsx';
import { LinesField } from '../../components/forms/lines-field.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/networks.ts';

type Category = keyof typeof texts.categories;
const categories = Object.entries(texts.categories) as [Category, string][];

/** Reports an address for what it does, with a comment and a proof. */
export function ReportDialog({
  address,
  onDone,
  onClose,
}: {
  address: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const category = useSignal<Category>('9');
  const comment = useSignal('');
  const proof = useSignal('');
  const action = useAction(async () => {
    const [said, shown] = [noteOf(comment), noteOf(proof)];
    await api.call('POST /api/ip/{ip}/reports', {
      params: { ip: address },
      body: {
        category: Number(category.value) as 3 | 4 | 9 | 10 | 11,
        ...(said !== null && { comment: said }),
        ...(shown !== null && { proof: shown }),
      },
    });
    toast(texts.reported(visible(address)));
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={texts.reportTitle(visible(address))}
      lead={texts.reportMore}
      submit={texts.report}
      action={action}
      onClose={onClose}
    >
      <SelectField label={texts.category} {...chosen(category)} options={categories} />
      <TextField label={texts.comment} maxLength={1_000} {...typed(comment)} />
      <LinesField label={texts.proof} hint={texts.proofHint} {...typed(proof)} />
    </FormDialog>
  );
}
