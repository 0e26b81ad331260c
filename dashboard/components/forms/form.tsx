import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Action } from '../../app/action.ts';
import { texts } from '../../texts/en/common.ts';
import { Refusal } from '../state.tsx';
import { Dialog } from './dialog.tsx';

interface FormProps {
  readonly action: Action<void>;
  /** What the button says. */
  readonly submit: string;
  readonly busy?: string;
  /** What cannot be taken back. */
  readonly danger?: boolean;
  readonly onCancel?: () => void;
  readonly children?: ComponentChildren;
}

/**
 * Shows fields, the collector's refusals of them, and the button that sends them; with a way out, both buttons at its
 * foot.
 */
export function Form({ action, submit, busy = submit, danger = false, onCancel, children }: FormProps) {
  const button = (
    <button type="submit" class={`button ${danger ? 'danger' : 'first'}`} disabled={action.busy}>
      {action.busy ? busy : submit}
    </button>
  );
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
      <Refusal trouble={action.trouble} />
      {onCancel === undefined ? (
        button
      ) : (
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onCancel}>
            {texts.cancel}
          </button>
          {button}
        </div>
      )}
    </form>
  );
}

/** Shows a dialog that asks for values and runs an action. */
export function FormDialog({
  title,
  lead,
  onClose,
  ...form
}: Omit<FormProps, 'onCancel'> & {
  title: string;
  lead?: ComponentChildren | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {lead !== undefined && <p class="soft">{lead}</p>}
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}

/** Gives the properties that bind a text field to a signal: the field shows the signal, and typing sets it. */
export function typed<Text extends string>(text: Signal<Text>) {
  return {
    value: text.value,
    onInput: (value: string) => {
      text.value = value as Text;
    },
  };
}

/** Gives the properties that bind a choice to a signal. */
export function chosen<Value extends string>(choice: Signal<Value>) {
  return {
    value: choice.value,
    onChange: (value: Value) => {
      choice.value = value;
    },
  };
}

/** Gives the properties that bind a checkbox to a signal. */
export function ticked(box: Signal<boolean>) {
  return {
    checked: box.value,
    onChange: (checked: boolean) => {
      box.value = checked;
    },
  };
}

/** Trims a note; an empty one is none. */
export function noteOf(text: ReadonlySignal<string>): string | null {
  return text.value.trim() || null;
}
