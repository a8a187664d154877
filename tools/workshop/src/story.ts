/** The stories of a page: components by name, each with its states. */
import type { ComponentType } from 'react';

/** States by name. Each is a component, so that it can use hooks. */
export type States = Readonly<Record<string, ComponentType>>;

/** Exported components by name. */
export type Story = Readonly<Record<string, States>>;
