import { useSignal } from '@preact/signals';
import { texts } from '../texts/en/common.ts';
import { Icon } from './icon.tsx';

/** Copies a text; if the browser forbids it (plain HTTP on another machine), selects it to be copied by hand. */
export function CopyButton({ text, select }: { text: string; select?: () => HTMLElement | null }) {
  const done = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      setTimeout(() => {
        done.value = false;
      }, 2_000);
    } catch {
      const element = select?.();
      if (element) getSelection()?.selectAllChildren(element);
    }
  };
  return (
    <button type="button" class="button slim" onClick={copy}>
      <Icon name={done.value ? 'check' : 'copy'} size={14} />
      <span aria-live="polite">{done.value ? texts.copied : texts.copy}</span>
    </button>
  );
}
