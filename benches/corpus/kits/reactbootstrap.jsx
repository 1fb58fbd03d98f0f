import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import "bootstrap/dist/css/bootstrap.min.css";
import {Accordion, Alert, Badge, Breadcrumb, Button, ButtonGroup, Card, CloseButton, Col, Container, Dropdown, DropdownButton, FloatingLabel, Form, InputGroup, ListGroup, Nav, Navbar, NavDropdown, Pagination, ProgressBar, Row, SplitButton, Table, ToggleButton, ToggleButtonGroup} from "react-bootstrap";

const KITES = [["Delta", "Ann", 24, "new"], ["Sled", "Bo", 12, "used"], ["Box", "Cy", 31, "new"], ["Rokkaku", "Di", 58, "used"]];

function App() {
  const [count, setCount] = useState(0), [told, setTold] = useState(true), [view, setView] = useState("list"), [days, setDays] = useState([1, 3]), [chosen, setChosen] = useState("#crew");
  const go = () => setCount(count + 1);
  return <div style={{height: 800, overflow: "hidden"}}>
    <Navbar bg="primary" data-bs-theme="dark" className="px-3 py-1"><Navbar.Brand href="#home">Kite club</Navbar.Brand><Nav className="me-auto"><Nav.Link href="#flights">Flights</Nav.Link><Nav.Link href="#members">Members</Nav.Link><Nav.Link disabled>Prizes</Nav.Link><NavDropdown title="More" id="more"><NavDropdown.Item href="#a">Winds</NavDropdown.Item></NavDropdown></Nav>
      <Form className="d-flex" onSubmit={e => e.preventDefault()}><InputGroup size="sm"><Form.Control placeholder="Search kites" /><Button variant="light" onClick={go}>Go</Button></InputGroup></Form></Navbar>
    <Container fluid className="pt-2"><Row><Col xs={2}><ListGroup activeKey={chosen} onSelect={setChosen}><ListGroup.Item action href="#beach">Beach <Badge bg="secondary">4</Badge></ListGroup.Item><ListGroup.Item action href="#hill">Hill</ListGroup.Item><ListGroup.Item action href="#crew">Crew</ListGroup.Item><ListGroup.Item disabled action href="#closed">Closed field</ListGroup.Item></ListGroup>
      <Accordion className="mt-3" defaultActiveKey="0"><Accordion.Item eventKey="0"><Accordion.Header>Weather</Accordion.Header><Accordion.Body className="p-2">Wind from the west. <a href="#west">Forecast</a></Accordion.Body></Accordion.Item><Accordion.Item eventKey="1"><Accordion.Header>Rules</Accordion.Header><Accordion.Body>No strings.</Accordion.Body></Accordion.Item></Accordion>
      <Form.Range className="mt-3" defaultValue={40} aria-label="Wind" /></Col>
    <Col xs={6}><Breadcrumb className="mb-0"><Breadcrumb.Item href="#home">Home</Breadcrumb.Item><Breadcrumb.Item href="#club">Club</Breadcrumb.Item><Breadcrumb.Item active>Kites</Breadcrumb.Item></Breadcrumb>
      {told && <Alert variant="warning" dismissible onClose={() => setTold(false)} className="py-2">The beach is wet. <Alert.Link href="#wet">See where</Alert.Link></Alert>}
      <div className="d-flex gap-2 mb-2"><ToggleButtonGroup type="radio" name="view" value={view} onChange={setView}><ToggleButton id="v1" variant="outline-primary" value="list">List</ToggleButton><ToggleButton id="v2" variant="outline-primary" value="grid">Grid</ToggleButton></ToggleButtonGroup>
        <SplitButton title="Add kite" variant="success" id="split" onClick={go}><Dropdown.Item>From a plan</Dropdown.Item></SplitButton>
        <Dropdown defaultShow autoClose={false}><Dropdown.Toggle variant="secondary" id="sort">Sort by</Dropdown.Toggle><Dropdown.Menu><Dropdown.Header>Order</Dropdown.Header><Dropdown.Item href="#n" active>Name</Dropdown.Item><Dropdown.Item href="#o">Owner</Dropdown.Item><Dropdown.Divider /><Dropdown.Item href="#p" disabled>Price</Dropdown.Item><Dropdown.Item onClick={go}>Length of tail</Dropdown.Item></Dropdown.Menu></Dropdown>
        <Button variant="outline-danger" disabled>Remove</Button></div>
      <Nav variant="tabs" defaultActiveKey="t1" className="mb-2"><Nav.Item><Nav.Link eventKey="t1">All</Nav.Link></Nav.Item><Nav.Item><Nav.Link eventKey="t2">Mine</Nav.Link></Nav.Item></Nav>
      <Table hover size="sm"><thead><tr><th><Form.Check aria-label="All" /></th><th>Kite</th><th>Owner</th><th>Price</th><th>State</th><th></th></tr></thead><tbody>{KITES.map(([name, who, price, state], n) => <tr key={name}><td><Form.Check aria-label={name} defaultChecked={n === 1} /></td><td><a href={`#${name}`}>{name}</a></td><td>{who}</td><td>{price} €</td><td><Badge pill bg={n % 2 ? "info" : "success"}>{state}</Badge></td><td><ButtonGroup size="sm"><Button variant="link" onClick={go}>Edit</Button><Button variant="link" className="text-danger" onClick={go}>Drop</Button></ButtonGroup></td></tr>)}</tbody></Table>
      <ProgressBar now={60} label="60 %" className="mb-3" />
      <Pagination size="sm"><Pagination.First disabled /><Pagination.Prev /><Pagination.Item active>1</Pagination.Item><Pagination.Item>2</Pagination.Item><Pagination.Ellipsis /><Pagination.Item>9</Pagination.Item><Pagination.Next /></Pagination>
      <ToggleButtonGroup type="checkbox" value={days} onChange={setDays} size="sm">{["Mon", "Tue", "Wed"].map((day, n) => <ToggleButton key={day} id={`d${n}`} variant="outline-dark" value={n + 1}>{day}</ToggleButton>)}</ToggleButtonGroup></Col>
    <Col xs={4}><Card><Card.Header className="d-flex justify-content-between">New kite <CloseButton onClick={go} /></Card.Header><Card.Body className="py-2"><Form onSubmit={e => e.preventDefault()}><FloatingLabel label="Name of the kite" className="mb-2"><Form.Control placeholder="x" /></FloatingLabel><Form.Group className="mb-2"><Form.Label>Kind</Form.Label><Form.Select><option>Delta</option><option>Sled</option></Form.Select></Form.Group>
      <InputGroup className="mb-2"><InputGroup.Text>€</InputGroup.Text><Form.Control defaultValue="24" aria-label="Price" /><DropdownButton variant="outline-secondary" title="Tax"><Dropdown.Item>Full</Dropdown.Item></DropdownButton></InputGroup>
      <Form.Group className="mb-2"><Form.Label>Picture</Form.Label><Form.Control type="file" /></Form.Group>
      <div className="mb-2"><Form.Check inline type="radio" name="use" id="u1" label="One line" defaultChecked /><Form.Check inline type="radio" name="use" id="u2" label="Two lines" /></div>
      <Form.Check type="switch" id="sw" label="Lend it out" defaultChecked /><Form.Check id="ck" label="With a tail" /><Form.Control as="textarea" rows={2} placeholder="A few words" className="my-2" /><Form.Control type="color" defaultValue="#3366cc" title="Colour" className="mb-2" /><Button type="submit" onClick={go}>Save</Button> <Button variant="outline-secondary" onClick={go}>Cancel</Button> <Button variant="link" href="#help">Help</Button></Form></Card.Body></Card></Col></Row></Container></div>;
}
createRoot(document.querySelector("#root")).render(<App />);
setTimeout(() => { document.body.dataset.ready = 1; }, 2000);
