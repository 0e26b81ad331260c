import type { SettingType } from './setting-types.ts';

export interface Setting<Value> {
  readonly env: string;
  readonly flag: string;
  /** What stands for the value in help: `ADDRESS`. */
  readonly placeholder: string;
  readonly type: SettingType<Value>;
  /** As text, so that it is read like any other; undefined where the setting may be absent. */
  readonly default: string | undefined;
  readonly help: string;
  /** `all`: never shown. `password`: a URL that is shown without its password. */
  readonly secret: 'no' | 'password' | 'all';
}

type Declaration = Omit<Setting<never>, 'type' | 'default' | 'secret'> & {
  secret?: Setting<never>['secret'];
};

/** A setting with a default. */
export function setting<Value>(
  type: SettingType<Value>,
  fallback: string,
  declared: Declaration,
): Setting<Value> {
  return { secret: 'no', ...declared, type, default: fallback };
}

/** A setting that may be absent. */
export function optional<Value>(type: SettingType<Value>, declared: Declaration): Setting<Value | undefined> {
  return { secret: 'no', ...declared, type, default: undefined };
}
