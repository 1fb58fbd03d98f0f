import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import "fomantic-ui-css/semantic.min.css";
import {
  Accordion, Breadcrumb, Button, Card, Checkbox, Dropdown, Form, Icon, Input, Label, Menu, Pagination,
  Segment, Step, Tab, Table,
} from "semantic-ui-react";

const CLUBS = ["Rowing", "Chess", "Choir", "Climbing"].map((text) => ({key: text, text, value: text}));
const ROWS = [["Row out at dawn", "Rowing", "Mon 6:30"], ["Queens and rooks", "Chess", "Tue 19:00"],
  ["Old songs", "Choir", "Wed 18:00"], ["Wall for beginners", "Climbing", "Sat 10:00"]];

function App() {
  const [open, setOpen] = useState(0);
  const [told, tell] = useState(0);
  const say = () => tell(told + 1);
  return (
    <div style={{background: "#1b1c1d", minHeight: 800, padding: "0 16px"}} data-told={told}>
      <Menu inverted style={{borderBottom: "1px solid #555", borderRadius: 0, marginBottom: 12}}>
        <Menu.Item header>Clubhouse</Menu.Item>
        <Menu.Item as="a" active onClick={say}>Evenings</Menu.Item>
        <Menu.Item as="a" onClick={say}>Members<Label color="teal">12</Label></Menu.Item>
        <Dropdown item text="More"><Dropdown.Menu><Dropdown.Item>Rooms</Dropdown.Item><Dropdown.Item>Keys</Dropdown.Item></Dropdown.Menu></Dropdown>
        <Menu.Menu position="right">
          <Menu.Item><Input inverted transparent icon={{name: "search", link: true, onClick: say}} placeholder="Find an evening" /></Menu.Item>
          <Menu.Item as="a" icon="bell" onClick={say} />
        </Menu.Menu>
      </Menu>
      <div style={{display: "grid", gridTemplateColumns: "250px 1fr 300px", gap: 16}}>
        <div>
          <Accordion inverted styled fluid>
            {["What is new", "House rules", "Where to park"].map((title, n) => [
              <Accordion.Title key={title} active={open === n} index={n} onClick={() => setOpen(open === n ? -1 : n)}><Icon name="dropdown" />{title}</Accordion.Title>,
              <Accordion.Content key={n} active={open === n}><p style={{color: "#ccc"}}>The small hall has <a href="#chairs">new chairs</a>.</p></Accordion.Content>])}
          </Accordion>
          <Menu inverted vertical fluid style={{border: "1px solid #444"}}>
            <Menu.Item><Menu.Header>Rooms</Menu.Header><Menu.Menu><Menu.Item as="a" onClick={say}>Small hall</Menu.Item><Menu.Item as="a" active onClick={say}>Boat house</Menu.Item><Menu.Item as="a" disabled>Cellar</Menu.Item></Menu.Menu></Menu.Item>
            <Menu.Item as="a" onClick={say}>Keys<Icon name="key" /></Menu.Item>
          </Menu>
          <Card fluid style={{background: "#2b2c2d", boxShadow: "0 0 0 1px #555"}}>
            <Card.Content><Card.Header style={{color: "#fff"}}>Summer fair</Card.Header><Card.Description style={{color: "#bbb"}}>Who brings cake?</Card.Description></Card.Content>
            <Card.Content extra><Button.Group size="small" fluid><Button inverted onClick={say}>Not me</Button><Button.Or /><Button positive onClick={say}>I do</Button></Button.Group></Card.Content>
          </Card>
        </div>
        <div>
          <Breadcrumb><Breadcrumb.Section link onClick={say}>House</Breadcrumb.Section><Breadcrumb.Divider icon="right angle" style={{color: "#888"}} /><Breadcrumb.Section link onClick={say}>Spring</Breadcrumb.Section><Breadcrumb.Divider icon="right angle" style={{color: "#888"}} /><Breadcrumb.Section active style={{color: "#fff"}}>Evenings</Breadcrumb.Section></Breadcrumb>
          <Tab style={{marginTop: 10}} menu={{inverted: true, secondary: true, pointing: true}} panes={["List", "Calendar", "Old"].map((name) => ({menuItem: name, render: () => null}))} />
          <Table inverted sortable compact size="small">
            <Table.Header><Table.Row><Table.HeaderCell sorted="ascending" onClick={say}>Evening</Table.HeaderCell><Table.HeaderCell onClick={say}>Club</Table.HeaderCell><Table.HeaderCell onClick={say}>When</Table.HeaderCell><Table.HeaderCell style={{cursor: "default"}} /></Table.Row></Table.Header>
            <Table.Body>{ROWS.map(([what, club, when], n) => <Table.Row key={what}><Table.Cell><a href={"#" + n}>{what}</a></Table.Cell><Table.Cell><Label color={["blue", "purple", "olive", "orange"][n]} size="small">{club}</Label></Table.Cell><Table.Cell>{when}</Table.Cell>              <Table.Cell textAlign="right"><Button icon="pencil" inverted size="mini" aria-label={"Change " + what} onClick={say} /><Button icon="trash" inverted color="red" size="mini" aria-label={"Remove " + what} onClick={say} /></Table.Cell></Table.Row>)}</Table.Body>
          </Table>
          <Pagination inverted size="mini" defaultActivePage={2} totalPages={5} />
          <Step.Group size="mini" fluid style={{background: "#2b2c2d"}}><Step onClick={say} completed><Icon name="calendar" /><Step.Content><Step.Title>Day</Step.Title></Step.Content></Step><Step active onClick={say}><Icon name="users" /><Step.Content><Step.Title>Club</Step.Title></Step.Content></Step><Step disabled><Icon name="check" /><Step.Content><Step.Title>Sure</Step.Title></Step.Content></Step></Step.Group>
        </div>
        <Segment inverted style={{border: "1px solid #444", margin: 0}}>
          <Form inverted size="small">
            <Form.Input label="Name of the evening" placeholder="Old songs" />
            <Form.Field><label>Clubs</label><Dropdown placeholder="Clubs" fluid multiple selection options={CLUBS} defaultValue={["Choir", "Chess"]} /></Form.Field>
            <Form.Field><label>Room</label><Dropdown fluid search selection options={CLUBS.slice(0, 2)} placeholder="Room" /></Form.Field>
            <Form.Field><label>Price</label><Input label="EUR" labelPosition="right" defaultValue="4" /></Form.Field>
            <Form.Field><label>Link</label><Input action={{icon: "copy", color: "teal", "aria-label": "Copy", onClick: say}} defaultValue="club.example/7" /></Form.Field>
            <Form.Group inline><Form.Radio label="Open" name="who" defaultChecked /><Form.Radio label="Members" name="who" /></Form.Group>
            <Form.Checkbox label="Tea is served" defaultChecked />
            <Form.Field><Checkbox toggle label="Tell by mail" /></Form.Field>
            <Form.TextArea label="Note" rows={2} placeholder="For all" />
            <Button primary onClick={say} type="button">Keep</Button><Button inverted basic type="button" onClick={say}>Back</Button><Button loading disabled type="button">Wait</Button>
          </Form>
        </Segment>
      </div>
    </div>
  );
}
createRoot(document.getElementById("root")).render(<App />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1200);
