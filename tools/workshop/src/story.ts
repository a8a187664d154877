/** What a page of the workshop is: components by name, each in every state it has. */
import type { ComponentType } from 'react';

/** State to what draws it. Each is a component, so that it may remember. */
export type States = Readonly<Record<string, ComponentType>>;

/** Component, as the design system exports it, to its states. */
export type Story = Readonly<Record<string, States>>;
