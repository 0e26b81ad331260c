import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { texts } from '../../texts/en/common.ts';
import { closedAtOnce } from './closed-at-once.ts';

/** Shows a dialog that is open while it is rendered. Escape, a click outside and its own button close it. */
export function Dialog({
  title,
  onClose,
  kind = '',
  children,
}: {
  title: string;
  onClose: () => void;
  kind?: string;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    // A form begins at its first field, not at the way out; a field that asks for the focus has it by now.
    if (element.current?.querySelector('[autofocus]') === null)
      element.current.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    return () => {
      // What has opened it may have gone with what it did: then the focus goes on from the beginning of the page.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else document.getElementById('page')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${kind}`}
      aria-labelledby={id}
      onCancel={closedAtOnce(onClose)}
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="button quiet slim" onClick={onClose}>
            {texts.close}
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
