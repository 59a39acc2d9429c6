/** Parts of an open document that are loaded after its text is shown: they wait for an action. */
export { CardsTab } from '../../editor/cards/cards-tab.tsx';
export { SidePanel, SidePanelCommands } from '../../editor/side-panel.tsx';
export { PreviewText } from '../../editor/suggestions/preview-text.tsx';
export { SuggestionAnnouncer } from '../../editor/suggestions/suggestion-announcer.tsx';
export { SuggestionPeek } from '../../editor/suggestions/suggestion-peek.tsx';
