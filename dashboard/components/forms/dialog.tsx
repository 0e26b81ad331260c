import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
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
  const opener = useRef<Element | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    opener.current = document.activeElement;
    element.current?.showModal();
    // A form begins at its first field, not at the way out; a field that asks for the focus has it by now.
    if (element.current?.querySelector('[autofocus]') === null)
      element.current.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
  }, []);
  // Before the dialog leaves the page, not a picture later: a key that is pressed at once goes to where the focus is then.
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      isGone.current = true;
      // What lies under an open dialog takes no focus.
      shown?.close();
      const before = opener.current;
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
      onClose={() => {
        // The browser tells of it later: by then it may be the next dialog that this would close.
        if (!isGone.current) onClose();
      }}
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
