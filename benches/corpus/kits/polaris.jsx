import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {AppProvider, Frame, Navigation, TopBar, Page, Card, IndexTable, IndexFilters, useSetIndexFiltersMode, IndexFiltersMode, useIndexResourceState, Badge, Text, Banner, Link, Pagination, ActionList, Popover, Button} from "@shopify/polaris";
import {HomeIcon, OrderIcon, ProductIcon, PersonIcon, ChartVerticalIcon, SettingsIcon} from "@shopify/polaris-icons";
import words from "@shopify/polaris/locales/en.json";
import "@shopify/polaris/build/esm/styles.css";

const ORDERS = [["1042", "Ann Berg", "18 Mar", "Paid", "120.00"], ["1041", "Bo Lind", "17 Mar", "Open", "18.50"], ["1040", "Cy Moe", "17 Mar", "Paid", "74.00"], ["1039", "Di Aas", "16 Mar", "Refunded", "9.90"], ["1038", "Ed Vik", "15 Mar", "Open", "230.00"]].map(([id, who, day, state, sum]) => ({id, who, day, state, sum}));
const TABS = ["All", "Open", "Paid"];
function Shop() {
  const [tab, setTab] = useState(0), [sort, setSort] = useState(["day desc"]), [word, setWord] = useState("tea"), [state, setState] = useState(["Paid"]), [told, setTold] = useState(true), [column, setColumn] = useState([2, "descending"]), [open, setOpen] = useState(false), [me, setMe] = useState(false);
  const {mode, setMode} = useSetIndexFiltersMode(IndexFiltersMode.Filtering);
  const {selectedResources, allResourcesSelected, handleSelectionChange} = useIndexResourceState(ORDERS, {selectedResources: []});
  const bar = <TopBar showNavigationToggle userMenu={<TopBar.UserMenu name="Ann" detail="Tea shop" initials="A" open={me} onToggle={() => setMe(!me)} actions={[{items: [{content: "Sign out"}]}]} />} searchField={<TopBar.SearchField placeholder="Search" value="" onChange={() => 0} />} onNavigationToggle={() => 0} />;
  const side = <Navigation location="/orders"><Navigation.Section items={[{url: "#home", label: "Home", icon: HomeIcon}, {url: "/orders", label: "Orders", icon: OrderIcon, badge: "5", selected: true, subNavigationItems: [{url: "#drafts", label: "Drafts"}, {url: "#carts", label: "Left carts"}]}, {url: "#products", label: "Products", icon: ProductIcon}, {url: "#customers", label: "Customers", icon: PersonIcon}, {url: "#figures", label: "Figures", icon: ChartVerticalIcon}]} />
    <Navigation.Section title="Channels" action={{icon: SettingsIcon, accessibilityLabel: "Channels", onClick: () => 0}} items={[{url: "#web", label: "Online shop"}, {url: "#till", label: "Till", secondaryAction: {url: "#new", icon: SettingsIcon, accessibilityLabel: "Set the till"}}]} /></Navigation>;
  return <AppProvider i18n={words}><Frame topBar={bar} navigation={side}>
    <Page fullWidth title="Orders" backAction={{content: "Home", url: "#home"}} primaryAction={{content: "Create order", onAction: () => 0}} secondaryActions={[{content: "Export", onAction: () => 0}, {content: "Import", disabled: true}]} actionGroups={[{title: "More", actions: [{content: "Print"}]}]}>
      {told && <Banner title="Two parcels are late" tone="warning" onDismiss={() => setTold(false)} action={{content: "Show them", onAction: () => 0}}><p>Ask <Link url="#carrier">the carrier</Link> first.</p></Banner>}
      <div style={{height: 16}} /><Card padding="0">
        <IndexFilters sortOptions={[{label: "Day", value: "day asc", directionLabel: "Old first"}, {label: "Day", value: "day desc", directionLabel: "New first"}]} sortSelected={sort} onSort={setSort} queryValue={word} queryPlaceholder="Search the orders" onQueryChange={setWord} onQueryClear={() => setWord("")} cancelAction={{onAction: () => 0}} primaryAction={{type: "save-as", onAction: async () => true}} tabs={TABS.map((content, n) => ({content, index: n, id: content, onAction: () => 0}))} selected={tab} onSelect={setTab} canCreateNewView
          filters={[{key: "state", label: "State", filter: <p>Paid</p>, shortcut: true}, {key: "sum", label: "Sum", filter: <p>Sum</p>, shortcut: true}]} appliedFilters={state.length ? [{key: "state", label: "State is paid", onRemove: () => setState([])}] : []} onClearAll={() => setState([])} mode={mode} setMode={setMode} />
        <IndexTable itemCount={ORDERS.length} selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length} onSelectionChange={handleSelectionChange} headings={["Order", "Customer", "Day", "State", "Sum"].map(title => ({title}))} sortable={[false, true, true, false, true]} sortColumnIndex={column[0]} sortDirection={column[1]} onSort={(n, way) => setColumn([n, way])} pagination={{hasNext: true, onNext: () => 0, hasPrevious: false}}>
          {ORDERS.map(({id, who, day, state: how, sum}, n) => <IndexTable.Row id={id} key={id} selected={selectedResources.includes(id)} position={n}><IndexTable.Cell><Text as="span" fontWeight="bold">#{id}</Text></IndexTable.Cell><IndexTable.Cell><Link url={`#${who}`} dataPrimaryLink={false}>{who}</Link></IndexTable.Cell><IndexTable.Cell>{day}</IndexTable.Cell><IndexTable.Cell><Badge tone={how === "Paid" ? "success" : how === "Open" ? "attention" : undefined}>{how}</Badge></IndexTable.Cell><IndexTable.Cell>{sum}</IndexTable.Cell></IndexTable.Row>)}
        </IndexTable></Card>
      <div style={{height: 12}} /><Popover active={open} activator={<Button disclosure onClick={() => setOpen(!open)}>Columns</Button>} onClose={() => setOpen(false)}><ActionList items={[{content: "Day"}, {content: "Sum"}]} /></Popover>
    </Page></Frame></AppProvider>;
}
createRoot(document.querySelector("#root")).render(<Shop />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1000);
