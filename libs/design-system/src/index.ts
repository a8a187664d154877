/** The design system: components, theme and toasts. The only owner of styled-components and of the toast library. */
export { Button, type ButtonProps } from './actions/Button';
export { Chip, ChipGroup, type ChipGroupProps, type ChipProps } from './actions/Chip';
export { CommandButton, type CommandButtonProps } from './actions/CommandButton';
export { IconButton, type IconButtonProps } from './actions/IconButton';
export { Link, type LinkProps } from './actions/Link';
export { LinkButton, type LinkButtonProps } from './actions/LinkButton';
export { type LinkComponent, LinkProvider } from './actions/LinkProvider';
export { markEnterPresses } from './actions/markEnterPresses';

export { AgentCover, type AgentCoverProps } from './display/AgentCover';
export { AgentIcon, type AgentIconProps } from './display/AgentIcon';
export { Avatar, type AvatarProps } from './display/Avatar';
export { Badge, type BadgeProps } from './display/Badge';
export { Card } from './display/Card';
export { CodeBlock, type CodeBlockProps } from './display/CodeBlock';
export { Distribution, type DistributionProps } from './display/Distribution';
export { GitHubMark } from './display/GitHubMark';
export { Icon, type IconProps } from './display/Icon';
export { FootLine, ItemCard, type ItemCardProps } from './display/ItemCard';
export { type PictureColor, pictureColors } from './display/pictureColor';
export { Keys, type KeysProps } from './display/Keys';
export { ProgressBar, type ProgressBarProps } from './display/ProgressBar';
export { Rating, type RatingProps } from './display/Rating';
export { StatCard, type StatCardProps } from './display/StatCard';
export { StatusBadge, type StatusBadgeProps } from './display/StatusBadge';
export { type Column, Table, type TableProps } from './display/Table';
export { TagLink, type TagLinkProps } from './display/TagLink';
export { type Tab, Tabs, type TabsProps } from './display/Tabs';

export { CardSkeletons, type CardSkeletonsProps } from './feedback/CardSkeletons';
export { ContentBoundary, type ContentBoundaryProps, ErrorReporter } from './feedback/ContentBoundary';
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState';
export { ErrorState, type ErrorStateProps } from './feedback/ErrorState';
export { FullScreenSpinner } from './feedback/FullScreenSpinner';
export { Notice, type NoticeProps } from './feedback/Notice';
export { PageSpinner } from './feedback/PageSpinner';
export { PinnedNotice, type PinnedNoticeProps } from './feedback/PinnedNotice';
export { ProgressLine } from './feedback/ProgressLine';
export { ReservedSpace, type ReservedSpaceProps } from './feedback/ReservedSpace';
export { Skeleton, type SkeletonProps, SkeletonText } from './feedback/Skeleton';
/** @public For content that a slice awaits. */
export { Spinner } from './feedback/Spinner';
export { toast } from './feedback/toast';
export { Toasts } from './feedback/Toasts';
export { useFocusAfterRemoval } from './feedback/useFocusAfterRemoval';

/** @public For the account and notification settings. */
export { Checkbox, type CheckboxProps } from './forms/Checkbox';
export { ColorPicker, type ColorPickerProps } from './forms/ColorPicker';
export { PasswordInput } from './forms/PasswordInput';
export { type Requirement, Requirements } from './forms/Requirements';
export { SearchBox, type SearchBoxProps } from './forms/SearchBox';
export { Select, type SelectOption, type SelectProps } from './forms/Select';
export { Slider, type SliderProps } from './forms/Slider';
export { StrengthMeter } from './forms/StrengthMeter';
export { TextArea, type TextAreaProps } from './forms/TextArea';
export { TextInput, type TextInputProps } from './forms/TextInput';
export { type FieldMark, useFieldError } from './forms/useFieldError';

export { afterFrame, nextFrame } from './layout/afterFrame';
export { Brand } from './layout/Brand';
export { Divider } from './layout/Divider';
export { Grid, type GridProps } from './layout/Grid';
export { Main } from './layout/Main';
export { Page, type PageProps } from './layout/Page';
export { PageSkeleton } from './layout/PageSkeleton';
export { LandingSection, type LandingSectionProps } from './layout/LandingSection';
export { Section, type SectionProps } from './layout/Section';
export { SkipLink } from './layout/SkipLink';
export { Stack, type StackProps } from './layout/Stack';
export { Toolbar } from './layout/Toolbar';
export { TopBar, type TopBarProps } from './layout/TopBar';

export { Heading, type HeadingLevel, type HeadingProps } from './text/Heading';
export { Text, type TextProps } from './text/Text';
export { VisuallyHidden } from './text/VisuallyHidden';

export { setTheme, type Theme, useTheme } from './theme';

/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `markEnterPresses`. */
  markEnterPresses as watchPressedKey,
} from './actions/markEnterPresses';
/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `ReservedSpace`. */
  ReservedSpace as InsteadOf,
  /** @deprecated Use `ReservedSpaceProps`. */
  type ReservedSpaceProps as InsteadOfProps,
} from './feedback/ReservedSpace';
