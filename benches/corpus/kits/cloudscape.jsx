import "@cloudscape-design/global-styles/index.css";
import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {AppLayout, BreadcrumbGroup, SideNavigation, Table, Header, Button, ButtonDropdown, PropertyFilter, Pagination, CollectionPreferences, Link, StatusIndicator, SpaceBetween, TopNavigation, Flashbar, HelpPanel, Tabs} from "@cloudscape-design/components";
import {I18nProvider} from "@cloudscape-design/components/i18n";
import messages from "@cloudscape-design/components/i18n/messages/all.en";

const rows = [["store-1", "Running", "Oslo", 4], ["store-2", "Stopped", "Lima", 2], ["queue-main", "Running", "Oslo", 8], ["mailer", "Failed", "Cairo", 1], ["reports", "Running", "Turin", 16], ["backup", "Stopped", "Oslo", 2]].map(([name, state, place, size]) => ({name, state, place, size}));
const App = () => {
  const [chosen, choose] = useState([rows[1]]);
  const [query, ask] = useState({tokens: [{propertyKey: "place", operator: "=", value: "Oslo"}], operation: "and"});
  const [page, turn] = useState(1);
  const [flash, tell] = useState([{id: "a", type: "info", dismissible: true, content: "Two machines need a newer image.", buttonText: "Show them", action: <Button>Show them</Button>, onDismiss: () => tell([])}]);
  return <I18nProvider locale="en" messages={[messages]}>
    <TopNavigation identity={{href: "#", title: "Machines"}} utilities={[{type: "button", iconName: "notification", ariaLabel: "News", badge: true}, {type: "menu-dropdown", text: "Ann", items: [{id: "out", text: "Sign out"}]}]} search={null}/>
    <AppLayout headerSelector="header" toolsHide={false} tools={<HelpPanel header={<h2>Help</h2>}>Words.</HelpPanel>}
      breadcrumbs={<BreadcrumbGroup items={[{text: "Machines", href: "#m"}, {text: "All", href: "#all"}]}/>}
      navigation={<SideNavigation activeHref="#all" header={{text: "Service", href: "#"}} items={[{type: "link", text: "All", href: "#all"}, {type: "link", text: "Images", href: "#images"}, {type: "section", text: "Network", items: [{type: "link", text: "Gates", href: "#gates"}, {type: "link", text: "Names", href: "#names"}]}, {type: "divider"}, {type: "link", text: "Papers", href: "https://example.org", external: true}]}/>}
      notifications={<Flashbar items={flash}/>} navigationOpen={true} onNavigationChange={() => {}}
      content={<Table selectionType="multi" selectedItems={chosen} onSelectionChange={e => choose(e.detail.selectedItems)} trackBy="name" items={rows} resizableColumns sortingColumn={{sortingField: "name"}}
        columnDefinitions={[{id: "name", header: "Name", cell: r => <Link href={"#" + r.name}>{r.name}</Link>, sortingField: "name", width: 180}, {id: "state", header: "State", cell: r => <StatusIndicator type={{Running: "success", Stopped: "stopped", Failed: "error"}[r.state]}>{r.state}</StatusIndicator>, sortingField: "state", width: 150}, {id: "place", header: "Place", cell: r => r.place, editConfig: {ariaLabel: "Edit place", editingCell: r => null}, width: 150}, {id: "size", header: "Cores", cell: r => r.size, sortingField: "size", width: 120}]}
        header={<Header counter="(6)" actions={<SpaceBetween direction="horizontal" size="xs"><Button iconName="refresh" ariaLabel="Load anew"/><ButtonDropdown items={[{id: "s", text: "Stop"}]}>Actions</ButtonDropdown><Button disabled>Connect</Button><Button variant="primary">Start a machine</Button></SpaceBetween>}>Machines</Header>}
        filter={<PropertyFilter query={query} onChange={e => ask(e.detail)} filteringPlaceholder="Find machines" filteringProperties={[{key: "place", propertyLabel: "Place", groupValuesLabel: "Places", operators: ["=", "!="]}]} filteringOptions={[{propertyKey: "place", value: "Oslo"}]}/>}
        pagination={<Pagination currentPageIndex={page} pagesCount={5} onChange={e => turn(e.detail.currentPageIndex)}/>}
        preferences={<CollectionPreferences title="Preferences" confirmLabel="Confirm" cancelLabel="Cancel" preferences={{pageSize: 10}} pageSizePreference={{title: "Size", options: [{value: 10, label: "10"}]}}/>}/>}/>
  </I18nProvider>;
};
createRoot(document.getElementById("root")).render(<App/>);
