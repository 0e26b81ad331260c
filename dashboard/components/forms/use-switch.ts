import { type Choice, useChoice } from './use-choice.ts';

export interface Switch extends Omit<Choice<boolean>, 'value'> {
  readonly checked: boolean;
}

/** Follows a switch whose state the collector has. */
export function useSwitch(isOn: boolean, change: (on: boolean) => Promise<void>): Switch {
  const { value: checked, ...rest } = useChoice(isOn, change);
  return { checked, ...rest };
}
