/** The icons that a shortcut can have, by their names in lucide. */
export const shortcutIcons = [
  ...(['activity', 'book-open', 'box', 'camera', 'chart-line', 'cloud', 'container', 'database'] as const),
  ...(['external-link', 'folder', 'globe', 'hard-drive', 'link', 'monitor', 'phone', 'printer'] as const),
  ...(['router', 'server', 'settings', 'shield', 'terminal', 'thermometer', 'wifi', 'wrench'] as const),
] as const
export type ShortcutIcon = (typeof shortcutIcons)[number]
