/** The look of the app: tokens, components, the theme and toasts. The only owner of styled-components and of the toast library. */
export { Button, type ButtonProps } from './actions/Button';
export { Chip, ChipGroup, type ChipGroupProps, type ChipProps } from './actions/Chip';
export { IconButton, type IconButtonProps } from './actions/IconButton';
export { Link, type LinkProps } from './actions/Link';
export { LinkButton, type LinkButtonProps } from './actions/LinkButton';
export { type LinkComponent, LinkProvider } from './actions/LinkProvider';

export { Badge, type BadgeProps } from './display/Badge';
export { Card } from './display/Card';
export { Icon, type IconProps } from './display/Icon';
export { ItemCard, type ItemCardProps } from './display/ItemCard';
export { Rating, type RatingProps } from './display/Rating';

export { CardSkeletons, type CardSkeletonsProps } from './feedback/CardSkeletons';
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState';
export { ErrorState, type ErrorStateProps } from './feedback/ErrorState';
export { FullScreenSpinner } from './feedback/FullScreenSpinner';
export { Notice, type NoticeProps } from './feedback/Notice';
export { Skeleton, type SkeletonProps, SkeletonText } from './feedback/Skeleton';
export { Spinner } from './feedback/Spinner';
export { toast } from './feedback/toast';
export { Toasts } from './feedback/Toasts';

export { Field, type FieldProps } from './forms/Field';
export { SearchBox, type SearchBoxProps } from './forms/SearchBox';
export { TextInput, type TextInputProps } from './forms/TextInput';

export { Brand } from './layout/Brand';
export { Container } from './layout/Container';
export { Grid, type GridProps } from './layout/Grid';
export { Main } from './layout/Main';
export { Page, type PageProps } from './layout/Page';
export { PageSkeleton } from './layout/PageSkeleton';
export { Section, type SectionProps } from './layout/Section';
export { SkipLink } from './layout/SkipLink';
export { Stack, type StackProps } from './layout/Stack';
export { Toolbar } from './layout/Toolbar';
export { TopBar, type TopBarProps } from './layout/TopBar';

export { Heading, type HeadingLevel, type HeadingProps } from './text/Heading';
export { Text, type TextProps } from './text/Text';
export { VisuallyHidden } from './text/VisuallyHidden';

export { setTheme, type Theme, useTheme } from './theme';
export { token } from './tokens';
