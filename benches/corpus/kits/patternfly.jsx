import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {Page, PageSection, Masthead, MastheadMain, MastheadToggle, MastheadBrand, MastheadContent, PageToggleButton, PageSidebar, PageSidebarBody, Nav, NavList, NavItem, NavExpandable, Breadcrumb, BreadcrumbItem, Toolbar, ToolbarContent, ToolbarItem, ToolbarFilter, SearchInput, MenuToggle, Select, SelectList, SelectOption, Button, Pagination, Label, LabelGroup, ToggleGroup, ToggleGroupItem, Alert, AlertActionCloseButton, AlertActionLink, Tabs, Tab, TabTitleText, Switch} from "@patternfly/react-core";
import {Table, Thead, Tbody, Tr, Th, Td, ExpandableRowContent, ActionsColumn} from "@patternfly/react-table";
import "@patternfly/patternfly/patternfly.min.css";
import "@patternfly/patternfly/patternfly-addons.css";

document.documentElement.classList.add("pf-v6-theme-dark");
const wards = [["Ward A", "Kidneys", 12, "full"], ["Ward B", "Hearts", 8, "free"], ["Ward C", "Eyes", 20, "free"], ["Ward D", "Bones", 16, "shut"]];
function App() {
  const [open, setOpen] = useState("Ward B"), [sort, setSort] = useState({index: 0, direction: "asc"}), [chosen, setChosen] = useState(["Ward A"]), [tab, setTab] = useState(0), [warn, setWarn] = useState(true), [all, setAll] = useState(false), [tags, setTags] = useState(["free", "full"]);
  const by = n => ({sortBy: sort, onSort: (_, index, direction) => setSort({index, direction}), columnIndex: n});
  const head = <Masthead><MastheadMain><MastheadToggle><PageToggleButton isHamburgerButton aria-label="Navigation" /></MastheadToggle><MastheadBrand><b>Hospital</b></MastheadBrand></MastheadMain><MastheadContent><Toolbar isFullHeight><ToolbarContent><ToolbarItem align={{default: "alignEnd"}}><MenuToggle variant="plainText">Dr. Ada Kern</MenuToggle></ToolbarItem></ToolbarContent></Toolbar></MastheadContent></Masthead>;
  const side = <PageSidebar><PageSidebarBody><Nav aria-label="Main"><NavList><NavItem to="#over">Overview</NavItem><NavExpandable title="Beds" isExpanded isActive><NavItem to="#wards" isActive>Wards</NavItem><NavItem to="#rooms">Rooms</NavItem></NavExpandable><NavExpandable title="Staff"><NavItem to="#d">Doctors</NavItem></NavExpandable></NavList></Nav></PageSidebarBody></PageSidebar>;
  return <Page masthead={head} sidebar={side} isManagedSidebar style={{height: 800}}><PageSection>
    <Breadcrumb><BreadcrumbItem to="#beds">Beds</BreadcrumbItem><BreadcrumbItem isActive>Wards</BreadcrumbItem></Breadcrumb>
    {warn && <Alert isInline variant="warning" title="Ward D is shut until Friday" actionClose={<AlertActionCloseButton onClose={() => setWarn(false)} />} actionLinks={<AlertActionLink>Why</AlertActionLink>} />}
    <Tabs activeKey={tab} onSelect={(_, key) => setTab(key)}><Tab eventKey={0} title={<TabTitleText>Wards</TabTitleText>} /><Tab eventKey={1} title={<TabTitleText>Plans</TabTitleText>} /></Tabs>
    <Toolbar clearAllFilters={() => setTags([])}><ToolbarContent><ToolbarItem><SearchInput placeholder="Find a ward" value="Ward" onChange={() => 0} onClear={() => 0} /></ToolbarItem>
      <ToolbarFilter categoryName="State" labels={tags} deleteLabel={(_, one) => setTags(tags.filter(t => t !== one))} deleteLabelGroup={() => setTags([])}><Select isOpen={false} toggle={ref => <MenuToggle ref={ref} badge={null}>State</MenuToggle>}><SelectList><SelectOption value="free">free</SelectOption></SelectList></Select></ToolbarFilter>
      <ToolbarItem><ToggleGroup aria-label="View"><ToggleGroupItem text="List" buttonId="l" isSelected /><ToggleGroupItem text="Plan" buttonId="p" /></ToggleGroup></ToolbarItem><ToolbarItem><Switch id="all" label="Shut ones too" isChecked={all} onChange={(_, on) => setAll(on)} /></ToolbarItem><ToolbarItem><Button>New ward</Button></ToolbarItem><ToolbarItem variant="pagination"><Pagination itemCount={23} perPage={4} page={2} isCompact onSetPage={() => 0} onPerPageSelect={() => 0} /></ToolbarItem></ToolbarContent></Toolbar>
    <Table variant="compact"><Thead><Tr><Th screenReaderText="Fold" /><Th select={{onSelect: (_, on) => setChosen(on ? wards.map(w => w[0]) : []), isSelected: false}} /><Th sort={by(0)}>Name</Th><Th sort={by(1)}>For</Th><Th sort={by(2)} info={{tooltip: "Those that can be used"}}>Beds</Th><Th>State</Th><Th screenReaderText="Actions" /></Tr></Thead>
      {wards.map(([name, kind, beds, state], n) => <Tbody key={name} isExpanded={open === name}><Tr><Td expand={{rowIndex: n, isExpanded: open === name, onToggle: () => setOpen(open === name ? "" : name)}} /><Td select={{rowIndex: n, isSelected: chosen.includes(name), onSelect: (_, on) => setChosen(on ? [...chosen, name] : chosen.filter(c => c !== name)), isDisabled: state === "shut"}} /><Td><a href="#ward">{name}</a></Td><Td>{kind}</Td><Td>{beds}</Td><Td><Label color={state === "free" ? "green" : "orange"}>{state}</Label></Td><Td isActionCell><ActionsColumn items={[{title: "Close"}]} /></Td></Tr>
        <Tr isExpanded={open === name}><Td /><Td colSpan={6}><ExpandableRowContent>Two beds by the window. <Button variant="link" isInline>Move a patient</Button></ExpandableRowContent></Td></Tr></Tbody>)}</Table>
  </PageSection></Page>;
}
createRoot(document.querySelector("#root")).render(<App />);
setTimeout(() => { document.body.dataset.ready = 1; }, 800);
