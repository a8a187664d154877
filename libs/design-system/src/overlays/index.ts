/** Overlays, in an entry that is loaded on first use. */
export { CommandList, type CommandListProps } from './CommandList';
export type { Command, CommandGroup } from './CommandOptions';
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
export { Dialog, type DialogProps } from './Dialog';
export { DiscardDialog, type DiscardDialogProps } from './DiscardDialog';
export { Drawer, type DrawerProps } from './Drawer';
export { drawerTiming } from './drawerTiming';
export { Menu, type MenuAria, type MenuItem, type MenuProps } from './Menu';
export { Outline, type OutlineProps } from './Outline';
export { Panel, type PanelProps } from './Panel';
export { Popover, type PopoverProps } from './Popover';
export { RowButton, type RowButtonProps } from './RowButton';
/** @public Required by DS-05. */
export { Tooltip, TOOLTIP_DELAY_MS, type TooltipAria, type TooltipProps } from './Tooltip';
export type { DrawerSide } from './useDrag';
