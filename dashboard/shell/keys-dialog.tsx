import { shortcuts } from '../app/keyboard.ts';
import { Dialog } from '../components/forms/dialog.tsx';
import { texts } from '../texts/en/common.ts';

/** Shows the keys of all pages and of the present one. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keys.title} onClose={onClose}>
      <dl class="facts">
        {shortcuts.value.map(({ keys, text }) => (
          <>
            <dt key={keys}>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd key={text}>{text}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
